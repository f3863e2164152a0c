/** Words of setting up, talk, letters and the weather. */

export { S } from "../words";
