/** Text as it stands in XML and HTML, in attributes too. Control characters, which XML cannot hold, become "?". */
export const escaped = (text: string): string =>
  text
    .replace(/(?![\t\r\n])\p{Cc}|[\ufffe\uffff]/gu, '?')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
