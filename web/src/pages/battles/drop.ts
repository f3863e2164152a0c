/** What is dropped on the page: a saved battle, a zip, or a folder; read no further than the server would. */

import type { Bundle, SavedText } from "./server";

export const MOST_FILES = 200, MOST_BYTES = 30_000_000;

export type Dropped = { kind: "save"; file: SavedText } | { kind: "scenario"; bundle: Bundle };
/** Why it is neither. */
export type Why = "empty" | "many" | "large" | "kind" | "several";
export class NotOurs extends Error {
  constructor(readonly why: Why, readonly name_: string) {
    super(why);
  }
}

/** A file with its path in what was dropped. */
export interface Piece {
  path: string;
  file: File;
}

const WANTED = /(^|\/)(scenario\.toml|armies\.toml|field\.geojson|ratings\/[^/]+\.toml)$/;

/** What files are, by their names. */
export async function understood(pieces: Piece[], folder = ""): Promise<Dropped> {
  const [first] = pieces, name = folder || first?.file.name || "";
  if (!first) throw new NotOurs("empty", name);
  if (pieces.length > MOST_FILES) throw new NotOurs("many", name);
  if (!folder && pieces.length === 1) {
    if (first.file.size > MOST_BYTES) throw new NotOurs("large", name);
    if (/\.json$/i.test(name)) return { kind: "save", file: { name, content: await base64(first.file) } };
    if (/\.zip$/i.test(name)) return { kind: "scenario", bundle: { name, zip: await base64(first.file) } };
    throw new NotOurs("kind", name);
  }
  const wanted = pieces.filter((piece) => WANTED.test(piece.path));
  if (!wanted.length) throw new NotOurs(folder ? "kind" : "several", name);
  if (wanted.reduce((sum, { file }) => sum + file.size, 0) > MOST_BYTES) throw new NotOurs("large", name);
  const files: Record<string, string> = {};
  for (const { path, file } of wanted) files[path] = await base64(file);
  return { kind: "scenario", bundle: { name: folder || "scenario", files } };
}

/** Everything in a drop: files as they are, folders with all that is in them. */
export async function gathered(transfer: DataTransfer): Promise<{ pieces: Piece[]; folder: string }> {
  // asked for at once: after the first wait a browser has forgotten what was dropped
  const entries = [...transfer.items].flatMap((item) => (item.kind === "file" ? [item.webkitGetAsEntry?.() ?? null] : []));
  const plain = [...transfer.files], pieces: Piece[] = [];
  const folder = entries.find((entry) => entry?.isDirectory)?.name ?? "";
  if (!folder) return { pieces: plain.map((file) => ({ path: file.name, file })), folder: "" };
  for (const entry of entries) if (entry) await walk(entry, pieces);
  return { pieces, folder };
}

async function walk(entry: FileSystemEntry, into: Piece[]): Promise<void> {
  if (into.length > MOST_FILES) return;
  if (entry.isFile) {
    const file = await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail));
    into.push({ path: entry.fullPath.replace(/^\//, ""), file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // a reader gives a hundred at a time, and nothing when it has given all
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (!some.length || into.length > MOST_FILES) return;
    for (const each of some) await walk(each, into);
  }
}

/** Bytes as letters, in parts, because a call takes only so many arguments. */
export async function base64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text);
}
