// Writes ZIP archives and Word documents for tests, byte by byte.
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipMember {
  readonly name: string;
  readonly data: string | Uint8Array;
  readonly deflate?: boolean;
  /** What the archive says of the inflated size, when that is to be a lie. */
  readonly claimedSize?: number;
}

function header(member: ZipMember, content: Buffer, packed: Buffer, offset: number | null): Buffer {
  const name = Buffer.from(member.name);
  const local = offset === null;
  const record = Buffer.alloc(local ? 30 : 46);
  const at = local ? 0 : 2;
  record.writeUInt32LE(local ? 0x04034b50 : 0x02014b50, 0);
  record.writeUInt16LE(20, 4 + at);
  record.writeUInt16LE(member.deflate === true ? 8 : 0, 8 + at);
  record.writeUInt32LE(crc32(content), 14 + at);
  record.writeUInt32LE(packed.length, 18 + at);
  record.writeUInt32LE(member.claimedSize ?? content.length, 22 + at);
  record.writeUInt16LE(name.length, 26 + at);
  if (offset !== null) record.writeUInt32LE(offset, 42);
  return Buffer.concat([record, name]);
}

/** An archive of the members, in their order. */
export function writeZip(members: readonly ZipMember[]): Uint8Array {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const member of members) {
    const content = Buffer.from(member.data as Uint8Array);
    const packed = member.deflate === true ? deflateRawSync(content) : content;
    const body = Buffer.concat([header(member, content, packed, null), packed]);
    directory.push(header(member, content, packed, offset));
    bodies.push(body);
    offset += body.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...bodies, central, end]));
}

const namespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" ' +
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" ' +
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"';

/** One XML part whose root element is `root`. */
export function xmlPart(root: string, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${namespaces}>${content}</${root}>`;
}

/** A Word document with that body, and further parts by name. */
export function writeDocx(body: string, parts: Readonly<Record<string, string>> = {}): Uint8Array {
  const document = xmlPart('w:document', `<w:body>${body}</w:body>`);
  return writeZip([
    { name: '[Content_Types].xml', data: '<Types/>', deflate: true },
    { name: 'word/document.xml', data: document, deflate: true },
    ...Object.entries(parts).map(([name, data]) => ({ name, data })),
  ]);
}

/** A paragraph of one run. */
export function paragraph(text: string, properties = ''): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}
