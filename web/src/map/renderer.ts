/**
 * Chooses the renderer of the map: the graphics card, or a plain canvas if there is none.
 *
 * Knows Pixi and the browser. Invariant: `?renderer=canvas` and `?renderer=webgl` are obeyed. Without them,
 * software-rendered WebGL counts as none, because the canvas is several times faster there.
 */
import "pixi.js/unsafe-eval";
import { autoDetectRenderer, type Renderer } from "pixi.js";

const SOFTWARE = /swiftshader|llvmpipe|software|basic render/i;

function cardName(): string | null {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return null;
  const names = gl.getExtension("WEBGL_debug_renderer_info");
  const name = gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return String(name);
}

function preference(): "webgl" | "canvas" {
  const asked = new URLSearchParams(location.search).get("renderer");
  if (asked === "canvas" || asked === "webgl") return asked;
  const card = cardName();
  return card === null || SOFTWARE.test(card) ? "canvas" : "webgl";
}

export async function createRenderer(): Promise<Renderer> {
  const first = preference();
  return autoDetectRenderer({
    preference: first === "canvas" ? ["canvas"] : ["webgl", "canvas"],
    backgroundAlpha: 0,
    antialias: false,
    roundPixels: false,
    resolution: Math.min(2, window.devicePixelRatio || 1),
    autoDensity: true,
    eventFeatures: { globalMove: false, wheel: true },
  });
}
