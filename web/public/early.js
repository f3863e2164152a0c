// The table of a link is asked for before the scripts that draw it have been read: `request` in lib/client.ts takes the answer.
(() => {
  const token = /^#\/seat\/([A-Za-z0-9_-]{32,})(?:\?step=\d+)?$/.exec(location.hash)?.[1], path = `/api/seats/${token}`;
  if (!token) return;
  const answer = fetch(path);
  answer.catch(() => undefined); // whoever takes it says so
  window.early = { path, answer };
})();
