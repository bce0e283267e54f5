import { crc32 } from 'node:zlib'

/** A file in an archive. `path` has `/` between its parts. */
export interface ZipEntry {
  path: string
  content: Buffer | string
}

/** 1 January 1980, the first day of the format: the same content always gives the same archive. */
const noDay = 0x21
const namesAreUtf8 = 0x0800
const version = 20

/** Returns a ZIP archive of a few small files, stored as they are (APPNOTE.TXT 6.3.10, sections 4.3.7 to 4.3.16). */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { path, content } of entries) {
    const name = Buffer.from(path)
    const body = Buffer.from(content)
    // Both headers have these fields in this order.
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(version, 0)
    shared.writeUInt16LE(namesAreUtf8, 2)
    shared.writeUInt16LE(noDay, 8)
    shared.writeUInt32LE(crc32(body), 10)
    shared.writeUInt32LE(body.length, 14)
    shared.writeUInt32LE(body.length, 18)
    shared.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([version, 0]), shared, place, name)
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), shared, name, body])
    files.push(file)
    offset += file.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, listed, end])
}
