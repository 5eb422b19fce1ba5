export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const relationshipsNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
