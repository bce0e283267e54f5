// The pages of a player who has friends and plays as several characters.
import { createCharacter } from '../../src/domain/characters/create.ts'
import { createGroup } from '../../src/domain/community/groups.ts'
import { addMembers } from '../../src/domain/community/members.ts'
import { addFriend } from '../../src/domain/friends/change.ts'
import { uploadTexture } from '../../src/domain/game/set-textures.ts'
import { libraryTextures } from '../../src/domain/library/listing.ts'
import { shareTexture } from '../../src/domain/library/share.ts'
import { addToWardrobe } from '../../src/domain/wardrobe/add.ts'
import { operator, type RunningService } from '../../test/service.ts'
import { type Studio, signIn } from './players.ts'
import { acceptAll, cape, skins } from './scene.ts'

const address = '127.0.0.1'
const minute = 60_000
const presence = '/authlib-injector/minecraftservices/presence'

export async function family(studio: Studio): Promise<void> {
  const { service, camera } = studio
  const { shoot, visit } = camera
  const { context } = service
  const frigg = await service.account({ username: 'Frigg', email: 'frigg@example.org' })
  await createGroup(context, operator, { name: 'family', title: 'Family', characters: 5 })
  await addMembers(context, operator, 'family', [await service.stored(frigg)])
  for (const [at, username] of ['Baldr', 'Hodr'].entries()) {
    // They are listed by age.
    await camera.advance(minute)
    const { id } = await createCharacter(context, operator, await service.stored(frigg), { username })
    await uploadTexture(context, operator, id, 'skin', skins[at] ?? cape, 'default')
  }
  await uploadTexture(context, operator, frigg.id, 'skin', skins[2] ?? cape, 'slim')
  await befriend(service, frigg)
  await acceptAll(service, frigg)
  await camera.browser.clearCookies()
  await visit('/sign-in?next=/account/friends')
  await signIn(studio, frigg)
  await shoot('friends')
  await visit('/account/characters')
  await shoot('characters')
  await library(studio, frigg)
  await visit('/widget/players')
  await shoot('widget')
}

/** The library with some textures, and the page of one of them. */
async function library({ service, camera }: Studio, { id }: { id: string }): Promise<void> {
  const { context } = service
  const account = await service.stored({ id })
  for (const given of [
    { name: 'Red knight', png: skins[1] ?? cape },
    { name: 'Feast day', png: cape, kind: 'cape' },
    { name: 'Wanderer', png: skins[2] ?? cape, model: 'slim' },
  ] as const) {
    await camera.advance(minute)
    const { texture } = await addToWardrobe(context, operator, account, given)
    await shareTexture(context, operator, account, texture.id)
  }
  await camera.visit('/library')
  await camera.shoot('library')
  const { textures } = await libraryTextures(context, { sort: 'newest' })
  await camera.visit(`/library/${textures[0]?.id}`)
  await camera.shoot('library-texture')
}

/** Two friends of whom one plays, and a request each way. */
async function befriend(service: RunningService, { id }: { id: string }): Promise<void> {
  const { context } = service
  for (const username of ['Nanna', 'Forseti', 'Hermod', 'Fulla']) {
    const other = await service.account({ username, email: `${username.toLowerCase()}@example.org` })
    if (username !== 'Fulla') await addFriend(context, { id: other.id, address }, id)
    if (username !== 'Hermod') await addFriend(context, { id, address }, other.id)
    if (username !== 'Nanna') continue
    const headers = { authorization: `Bearer ${await service.signIn(other)}` }
    await service.post(presence, { status: 'PLAYING_SERVER' }, { headers })
  }
}
