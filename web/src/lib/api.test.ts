/** The types of what the server sends are those of its description. */

import openapiTS, { astToString } from "openapi-typescript";
import { expect, it } from "vitest";
import described from "../../openapi.json?raw";
import written from "./api.ts?raw";

it("are as the description has them; if not: make types", async () => {
  const made = astToString(await openapiTS(JSON.parse(described), { emptyObjectsUnknown: true }));
  const types = (text: string): string => text.slice(text.indexOf("export interface paths"));
  expect(types(written)).toBe(types(made));
});
