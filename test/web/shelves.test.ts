// The shelf of a group on /admin/groups/{name}, and what its members find in their wardrobe.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { createGroup } from '../../src/domain/community/groups.ts'
import { addMembers, removeMembers } from '../../src/domain/community/members.ts'
import { addToShelf, listShelf } from '../../src/domain/wardrobe/shelves.ts'
import { addCharacter } from '../characters.ts'
import { makePng, noise } from '../png.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf, type PageView } from './browser.ts'

const group = '/admin/groups/staff'
const wardrobe = '/account/wardrobe'

const file = (png: Buffer) => new File([new Uint8Array(png)], 'A file.png', { type: 'image/png' })
const skin = (seed: number) => makePng(64, 64, noise(seed))

async function administrator(service: RunningService) {
  const account = await service.account()
  await grantRole(service.context, operator, await service.stored(account), 'admin')
  const browser = browserOf(service)
  await browser.signIn(account)
  return browser
}

const wearing = ({ text }: PageView) =>
  [...text.matchAll(/aria-label="Wear: ([^"]+)"/g)].map(([, name = '']) => name)

onEveryDatabase('a shelf on pages', (start) => {
  test('is filled and emptied by administrators, who are asked first', async () => {
    const service = await start()
    const { context } = service
    await createGroup(context, operator, { name: 'staff' })
    const browser = await administrator(service)
    const page = await browser.get(group)
    assert.match(page.text, /<h2>Shelf<\/h2>/)
    for (const label of ['Texture file', 'Name', 'Kind', 'Add'])
      assert.match(page.text, new RegExp(`>${label}<`))
    const added = await browser.send(page, `${group}/shelf`, {
      file: file(skin(1)),
      name: ' <b>Suit ',
      kind: 'slim',
    })
    assert.deepEqual([added.path, added.flash], [group, 'Added to the shelf.'])
    assert.match(added.text, /<bdi>&lt;b&gt;Suit<\/bdi>/)
    assert.match(added.text, /Remove: &lt;b&gt;Suit/)
    assert.deepEqual(
      (await listShelf(context, 'staff')).map(({ name, kind }) => [name, kind]),
      [['<b>Suit', 'slim']],
    )
    for (const [fields, alert] of [
      [{ name: 'Suit' }, /Choose a file first/],
      [{ file: file(skin(2)), name: '' }, /use one line of 1 to 64 characters/],
      [{ file: file(skin(2)), name: 'a\u202eb' }, /use one line of 1 to 64 characters/],
      [{ file: file(skin(2)), name: '<b>Suit' }, /already has something with this name/],
      [{ file: file(Buffer.from('none')), name: 'Bad' }, /not a PNG image/],
      [{ file: file(makePng(63, 64, noise(1))), name: 'Bad' }, /not the right size/],
      [{ file: file(Buffer.alloc(2 ** 20 + 20_000)), name: 'Bad' }, /larger than 1 MiB/],
    ] as const) {
      const answer = await browser.send(added, `${group}/shelf`, fields)
      assert.ok([413, 422].includes(answer.status), `${alert} ${answer.status}`)
      assert.match(answer.alert ?? '', alert)
    }
    assert.equal((await listShelf(context, 'staff')).length, 1)
    const question = await browser.get(`${group}/shelf/remove?texture=${encodeURIComponent('<b>Suit')}`)
    assert.match(question.text, /Copies that members keep stay/)
    assert.equal((await listShelf(context, 'staff')).length, 1)
    const removed = await browser.send(question, `${group}/shelf/remove`)
    assert.deepEqual([removed.path, removed.flash], [group, 'Removed from the shelf.'])
    assert.deepEqual(await listShelf(context, 'staff'), [])
    const gone = await browser.get(`${group}/shelf/remove?texture=Suit`)
    assert.deepEqual([gone.path, gone.flash], [group, 'This is no longer on the shelf.'])
  })

  test('has pages of its own', async () => {
    const service = await start()
    const { context } = service
    await createGroup(context, operator, { name: 'staff' })
    for (let number = 0; number < 8; number++)
      await addToShelf(context, operator, 'staff', {
        png: skin(1),
        name: `Suit ${String(number).padStart(2, '0')}`,
      })
    const browser = await administrator(service)
    const first = await browser.get(group)
    assert.match(first.text, /Suit 05/)
    assert.doesNotMatch(first.text, /Suit 06/)
    assert.match(first.text, /href="\?shelf=6"/)
    assert.match((await browser.get(`${group}?shelf=6`)).text, /Suit 07/)
  })

  test('is for members, below the name of the service', async () => {
    const service = await start({ NORN_SKINS: 'off', NORN_CAPES: 'off', NORN_SERVER_NAME: 'Asgard & Co' })
    const { context } = service
    await createGroup(context, operator, { name: 'staff' })
    const cape = makePng(64, 32, noise(1))
    const { hash } = await addToShelf(context, operator, 'staff', { png: cape, name: 'Cape', kind: 'cape' })
    for (let number = 0; number < 9; number++)
      await addToShelf(context, operator, 'staff', { png: skin(number), name: `Suit ${number}` })
    const anna = await service.account()
    const bea = await addCharacter(service, anna, 'Bea')
    const browser = browserOf(service)
    await browser.signIn(anna)
    assert.doesNotMatch((await browser.get(wardrobe)).text, /From Asgard/)
    await addMembers(context, operator, 'staff', [anna])
    const page = await browser.get(wardrobe)
    assert.match(page.text, /<h2>From Asgard &amp; Co<\/h2>/)
    assert.equal(wearing(page).length, 6)
    const next =
      /href="([^"]*\?shelf=[0-9a-f]{32})#shelves"/.exec(page.text)?.[1] ?? assert.fail('more follow')
    const rest = await browser.get(next)
    assert.equal(wearing(rest).length, 4)
    assert.deepEqual(new Set([...wearing(page), ...wearing(rest)]).size, 10)
    assert.doesNotMatch(page.text, /Rename: |Remove: |Download: /)
    const [, id = ''] = /value="([0-9a-f]{32})" aria-label="Wear: Cape"/.exec(page.text + rest.text) ?? []
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(page.text) ?? []
    for (const query of ['', `?for=${bea.id}`]) {
      const worn = await browser.post(`${wardrobe}/wear${query}`, { csrf, id })
      assert.equal(worn.status, 303)
    }
    for (const player of [anna, bea]) assert.equal((await service.stored(player)).textures.cape?.hash, hash)
    const after = await browser.get(wardrobe)
    assert.match(after.text + (await browser.get(next)).text, /Worn now/)
    assert.doesNotMatch(after.text, />Keep</, 'nobody may keep it here')
    const off = await browser.send(after, `${wardrobe}/remove-cape`)
    assert.equal(off.status, 200)
    assert.equal((await service.stored(anna)).textures.cape, undefined)
    await removeMembers(context, operator, 'staff', [anna])
    assert.equal((await service.stored(bea)).textures.cape, undefined)
    const late = await browser.post(`${wardrobe}/wear`, { csrf, id })
    assert.equal(late.status, 422)
    assert.match(late.text, /no longer in your wardrobe/)
  })
})
