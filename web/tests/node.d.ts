/** The parts of Node that tests use. The types of Node itself would change those of the browser's timers. */
declare module "node:fs/promises" {
  export function cp(from: string, to: string, options: { recursive: boolean }): Promise<void>;
  export function mkdtemp(prefix: string): Promise<string>;
  export function rm(path: string, options: { recursive: boolean }): Promise<void>;
  export function writeFile(path: string, text: string): Promise<void>;
}

declare module "node:os" {
  export function tmpdir(): string;
}

declare module "node:path" {
  export function join(...parts: string[]): string;
}

declare module "node:url" {
  export function fileURLToPath(url: string | URL): string;
  export function pathToFileURL(path: string): URL;
}
