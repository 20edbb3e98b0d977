/**
 * Pictures by address, each fetched once.
 *
 * Knows nothing of their contents. Invariant: a picture that the server does not have becomes an empty one, so that a
 * missing sheet loses its own tiles and not the whole map. If the server does not answer, it is asked again next time.
 */
import { get, Refusal } from "../api/fetch";

export type Picture = ImageBitmap | HTMLCanvasElement;

const cache = new Map<string, Promise<Picture>>();

function blank(): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  return canvas;
}

async function load(url: string): Promise<Picture> {
  try {
    const response = await get(url);
    return await createImageBitmap(await response.blob());
  } catch (error) {
    if (error instanceof Refusal && error.isUnreachable) throw error;
    return blank();
  }
}

export function picture(url: string): Promise<Picture> {
  const found = cache.get(url) ?? load(url);
  cache.set(url, found);
  found.catch(() => cache.delete(url));
  return found;
}

/** Several pictures, by address. */
export async function pictures(urls: Iterable<string>): Promise<Map<string, Picture>> {
  const wanted = [...new Set(urls)];
  const found = await Promise.all(wanted.map(picture));
  return new Map(wanted.map((url, index) => [url, found[index] as Picture]));
}
