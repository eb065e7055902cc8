// Writes small PDFs for tests: lines of Courier (0.6 of the size wide each letter) at given places.

export interface PdfText {
  readonly text: string;
  readonly x: number;
  /** From the page's lower edge, which is how PDF counts; the page is 600 wide and 800 high. */
  readonly y: number;
  readonly size?: number;
}

/** A PDF with those texts page by page (ASCII only), in the order given. */
export function writePdf(pages: readonly (readonly PdfText[])[], title: string | null = null): Uint8Array {
  const objects: string[] = [];
  const pageNumbers = pages.map((_, index) => 4 + 2 * index);
  objects.push('<< /Type /Catalog /Pages 2 0 R >>');
  objects.push(
    `<< /Type /Pages /Count ${String(pages.length)} /Kids [${pageNumbers.map((n) => `${String(n)} 0 R`).join(' ')}] >>`,
  );
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>');
  for (const [index, texts] of pages.entries()) {
    const stream = texts
      .map(({ text, x, y, size = 10 }) => {
        const escaped = text.replace(/[\\()]/g, '\\$&');
        return `BT /F1 ${String(size)} Tf 1 0 0 1 ${String(x)} ${String(y)} Tm (${escaped}) Tj ET`;
      })
      .join('\n');
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 3 0 R >> >> /Contents ${String(5 + 2 * index)} 0 R >>`,
      `<< /Length ${String(stream.length)} >>\nstream\n${stream}\nendstream`,
    );
  }
  if (title !== null) objects.push(`<< /Title (${title}) >>`);
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${String(index + 1)} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = String(objects.length + 1);
  const info = title === null ? '' : ` /Info ${String(objects.length)} 0 R`;
  pdf += `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R${info} >>\nstartxref\n${String(pdf.lastIndexOf('xref'))}\n%%EOF`;
  return new Uint8Array(
    Buffer.from(pdf.replace(/startxref\n\d+/, `startxref\n${String(pdf.indexOf('xref\n0 '))}`), 'latin1'),
  );
}
