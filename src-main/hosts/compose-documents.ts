// Wires what adding documents needs: files of this machine, dropped content, the reader and the guess of a language.
import { createExtractionPort } from '#adapters/extract/extraction-port';
import { createExtractor, type ExtractChild } from '#adapters/extract/extractor';
import { createDroppedFiles } from '#adapters/files/dropped-files';
import { createForeignFiles } from '#adapters/foreign-files';
import { detectLanguage } from '#adapters/text/detect-language';

/** @param currentFolder where relative paths of files to add or import start */
export function composeDocuments(root: string, currentFolder: string, reader: ExtractChild) {
  return {
    files: createForeignFiles(currentFolder),
    dropped: createDroppedFiles(root),
    extractor: createExtractionPort(createExtractor(reader)),
    detectLanguage,
  };
}
