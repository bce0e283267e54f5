// Exports have the files of the object store, and imports put them there.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { makePng, noise } from '../png.ts'
import { startMemoryStore } from '../stores/memory-store.ts'
import { createSteve, install } from './norn.ts'

test('accounts move with their skins from one store to another', async (t) => {
  const [from, to] = [await startMemoryStore(), await startMemoryStore()]
  const [old, fresh] = [await install(), await install()]
  t.after(async () => {
    await Promise.all([from.stop(), to.stop(), old.remove(), fresh.remove()])
  })
  const ran = async (norn: typeof old, line: string[], variables: Record<string, string>) => {
    const { status, stderr } = await norn.run(line, { variables })
    assert.equal(status, 0, stderr)
  }
  await writeFile(join(old.directory, 'skin.png'), makePng(64, 64, noise(1)))
  await ran(old, createSteve(), from.settings)
  await ran(old, ['texture', 'set', 'Steve', '--skin', 'skin.png'], from.settings)
  assert.equal(from.objects.size, 1)
  const file = join(old.directory, 'all.jsonl')
  await ran(old, ['export', file], from.settings)
  await ran(fresh, ['account', 'import', file], to.settings)
  assert.deepEqual([...to.objects.keys()], [...from.objects.keys()])
  const name = [...to.objects.keys()][0] ?? ''
  assert.ok(to.objects.get(name)?.body.equals(from.objects.get(name)?.body ?? Buffer.alloc(0)))
  const { stdout } = await fresh.run(['texture', 'list', '--json'], { variables: to.settings })
  assert.match(stdout, /"place": ?"s3"/)
})
