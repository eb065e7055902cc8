// Puts the document reader behind the Extractor port: one file, one text, or the reason why there is none.
import { AppError } from '#contract/failure';
import type { Extractor as ExtractorPort } from '#services/ports';
import { ExtractionError } from './extracted.ts';
import type { Extractor } from './extractor.ts';

export function createExtractionPort(extractor: Extractor): ExtractorPort {
  return {
    async extract(path, fileName, signal) {
      try {
        const file = await extractor.extract(path, fileName, { signal });
        const [document] = file.documents;
        if (!document) return { reason: `${fileName}: it holds no text` };
        const { title, text, pages, headings, metadata } = document;
        const warnings = [...file.warnings, ...document.warnings];
        return {
          text: {
            mediaType: file.mediaType,
            encoding: file.encoding,
            title,
            text,
            pages,
            headings,
            metadata,
            warnings,
          },
        };
      } catch (error) {
        if (error instanceof ExtractionError) return { reason: error.message };
        if (error instanceof AppError && error.code === 'unavailable')
          return { reason: `${fileName}: ${error.message}` };
        throw error;
      }
    },
  };
}
