/** Drawings for special orders, 18 by 15, as in chits.ts. */

const HOUSE = '<path d="M4 13V7l5-4 5 4v6z"/>';

export const SPECIAL_CHITS: Record<string, string> = {
  spike_guns: '<path d="M3 11l11-5M12 2l3 4M4 13a2 2 0 1 0 .01 0"/>',
  occupy: `${HOUSE}<path d="M0 11h8M5.500 8.500L8 11l-2.500 2.500"/>`,
  leave: `${HOUSE}<path d="M9 11h8M14.500 8.500L17 11l-2.500 2.500"/>`,
  build_works: '<path d="M1 12h16M3 12l2-4 2 4M8 12l2-4 2 4M13 12l2-4 1.500 4M12 1l4 4"/>',
  destroy_structure: `${HOUSE}<path d="M2 2l14 11"/>`,
  make_obstacle: '<path d="M2 12L6 5M2 5l4 7M7 12l4-7M7 5l4 7M12 12l4-7M12 5l4 7"/>',
  clear_obstacle: '<path d="M1 12l4-7M1 5l4 7M13 12l4-7M13 5l4 7M9 13V3M7 5l2-2 2 2"/>',
  start_fire: '<path class="solid" d="M9 14C4 13 4.500 8 8 5.500 7.800 8 10 8 9.600 3 13.500 6 14 12.500 9 14z"/>',
  fight_fire: '<path d="M9 13C5 12.500 5.500 8.500 8 6.500 8 8.500 10 8.500 9.600 4.500 12.500 7 13 12 9 13zM2 2l14 12"/>',
  embark: '<path class="solid" d="M2 9c3 5 11 5 14 0z"/><path d="M9 1v6M6.500 4.500L9 7l2.500-2.500"/>',
  disembark: '<path class="solid" d="M2 9c3 5 11 5 14 0z"/><path d="M9 7V1M6.500 3.500L9 1l2.500 2.500"/>',
  move_boat: '<path class="solid" d="M1 7c3 5 9 5 12 0z"/><path d="M14 3h3M15 .8L17.200 3 15 5.200M3 13h11"/>',
  brigade: '<path class="solid" d="M1 3h7v3.400H1zM10 3h7v3.400h-7z"/><path d="M4.500 8v3h9V8"/>',
  converge: '<path class="solid" d="M6 9h6v4H6z"/><path d="M2 2l5 5M16 2l-5 5"/>',
  detach: '<path class="solid" d="M1 3h8v4H1zM13 9h4v3.400h-4z"/><path d="M9.500 7l3 2.500"/>',
  regroup: '<path class="solid" d="M1 5h11v4H1z"/><path d="M17 7h-4M15 5l-2 2 2 2"/>',
  dismount: '<path d="M9 1v9M5.500 7L9 10.500 12.500 7M3 13.500h12"/>',
  remount: '<path d="M9 12V3M5.500 6.500L9 3l3.500 3.500M3 13.500h12"/>',
  take_place: '<path d="M2 13V7h6M6 5l2.500 2L6 9"/><path class="solid" d="M11 3h6v3.400h-6z"/>',
};
