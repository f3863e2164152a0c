/** Every word of the table: they lie in `words`, a folder for each language. */

export { day, label, T, titled, words } from "../words";
