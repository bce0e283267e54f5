/** Returns an address, or a line with one, without user name and password, which nobody means to be shown. */
export const withoutUser = (text: string): string => text.replace(/\/\/[^/\s]*@/, '//')
