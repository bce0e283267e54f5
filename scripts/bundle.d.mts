export function bundle(directory: string): Promise<void>
