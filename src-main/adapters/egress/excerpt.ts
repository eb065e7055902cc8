// The beginning of a server's answer, short enough for a message.

/** The first 200 characters (code points) of a body read as UTF-8, its white space collapsed. */
export function excerpt(body: Uint8Array): string {
  // At most four bytes stand for one code point; the rest of a large body need not be decoded.
  const text = new TextDecoder().decode(body.subarray(0, 4_000)).replace(/\s+/g, ' ').trim();
  const characters = [...text];
  return characters.length > 200 ? `${characters.slice(0, 200).join('')}...` : text;
}
