import { expect, test } from "vitest";
import { waitingPage } from "./waiting";

test("a page that waits for its report has the report's look before anything is painted", () => {
  const page = waitingPage("Hagelberg", "The report is being written.");
  expect(page.indexOf("<style>")).toBeGreaterThan(0);
  expect(page.indexOf("</style>")).toBeLessThan(page.indexOf("<body>"));
  expect(page).toContain("<h1>Hagelberg</h1>");
  expect(page).toContain("<title>Hagelberg</title>");
});

test("what a battle is called is words, never a tag", () => {
  expect(waitingPage("<b>A & B</b>", "…")).toContain("<h1>&lt;b&gt;A &amp; B&lt;/b&gt;</h1>");
});
