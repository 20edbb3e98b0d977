/**
 * The minimap: the whole town with a frame around the visible part. A click moves the view.
 *
 * Knows the scene. Invariant: drawn from the same picture as the main map.
 */
import { useEffect, useRef } from "preact/hooks";
import { light } from "../time/moment";
import { say } from "../words";
import type { Scene } from "./scene";

const WIDTH = 176;

/** Draws the town into the minimap, once. */
function background(scene: Scene, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext("2d");
  if (!pen) return canvas;
  pen.imageSmoothingQuality = "high";
  pen.scale(width / scene.camera.width, height / scene.camera.height);
  for (const chunk of scene.layers.pictures) pen.drawImage(chunk.canvas, chunk.x, chunk.y);
  return canvas;
}

function draw(canvas: HTMLCanvasElement, town: HTMLCanvasElement, scene: Scene): void {
  const pen = canvas.getContext("2d");
  if (!pen) return;
  const scale = canvas.width / scene.camera.width;
  pen.globalCompositeOperation = "source-over";
  pen.drawImage(town, 0, 0);
  pen.globalCompositeOperation = "multiply";
  pen.fillStyle = `rgb(${light.value.tint.join()})`;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.globalCompositeOperation = "source-over";
  pen.fillStyle = "#fff7df";
  pen.strokeStyle = "#3a2a1c";
  const size = scene.isCrowd ? 1.6 : 3;
  for (const { x, y, there } of scene.people.values()) {
    if (!there) continue;
    pen.beginPath();
    pen.arc(x * scale, y * scale, size, 0, 7);
    pen.fill();
    pen.stroke();
  }
  const { x, y, width, height } = scene.camera.view;
  pen.lineWidth = 2;
  pen.strokeStyle = "#fffdf4";
  pen.strokeRect(x * scale + 1, y * scale + 1, width * scale - 2, height * scale - 2);
  pen.lineWidth = 1;
}

export function Minimap({ scene, views }: { scene: Scene; views: number }) {
  const host = useRef<HTMLCanvasElement>(null);
  const town = useRef<HTMLCanvasElement | null>(null);
  const ratio = scene.camera.height / scene.camera.width;
  const [width, height] = [WIDTH * 2, Math.round(WIDTH * 2 * ratio)];
  useEffect(() => {
    town.current = background(scene, width, height);
  }, [scene, width, height]);
  useEffect(() => {
    if (host.current && town.current) draw(host.current, town.current, scene);
  }, [scene, views, light.value]);
  const { view } = scene.camera;
  const idle = view.width > scene.camera.width * 0.9 && view.height > scene.camera.height * 0.9;
  const look = (event: PointerEvent) => {
    if (event.type === "pointermove" && event.buttons === 0) return;
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    scene.camera.point(x * scene.camera.width, y * scene.camera.height);
  };
  return (
    <canvas
      ref={host}
      class="minimap"
      data-idle={idle}
      role="img"
      aria-label={say("map.small")}
      title={say("map.small")}
      width={width}
      height={height}
      style={{ width: `${WIDTH}px`, height: `${WIDTH * ratio}px` }}
      onPointerDown={look}
      onPointerMove={look}
    />
  );
}
