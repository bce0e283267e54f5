import type { Fault } from './fault.ts'

const moderation = 'test/domain/moderation/moderation.test.ts'
const races = 'test/domain/moderation/races.test.ts'
const likeness = 'test/domain/moderation/likeness.test.ts'
const visitors = 'test/domain/moderation/visitors.test.ts'
const takenDown = 'test/attacks/taken-down.test.ts'
const suspended = 'test/attacks/suspended-uploads.test.ts'
const renders = 'test/wire/skin-system/renders.test.ts'

/** Reports, taking down, suspended uploads, likeness, and pictures of textures. */
export const moderationFaults: readonly Fault[] = [
  {
    rule: 'taking down closes the reports',
    from: "await closeReports(tx, hash, 'taken_down', by.name ?? null, now)",
    to: '',
    tests: [moderation],
    named: 'a texture is reported',
  },
  {
    rule: 'a hidden cape is taken down, too',
    from: 'hidden_cape = case when hidden_cape = $1 then null else hidden_cape end',
    to: 'hidden_cape = hidden_cape',
    tests: [moderation],
    named: 'no form of the same pixels',
  },
  {
    rule: 'a visitor’s skin is taken down, too',
    from: "'update mirrored_textures set skin_hash = null, skin_model = null where skin_hash = $1'",
    to: "'update mirrored_textures set skin_model = null where skin_hash = $1'",
    tests: [visitors],
    named: 'a copied skin',
  },
  {
    rule: 'a texture is refused while it is being taken down',
    from: 'if (!row?.shared) return false',
    to: '',
    on: 'postgres',
    tests: [races],
    named: 'at the moment',
  },
  {
    rule: 'taking down waits for those who are putting it on',
    from: 'await lockHash(tx, hash)\n    if (await isTakenDown(tx, hash)) return { events: [] }',
    to: 'if (await isTakenDown(tx, hash)) return { events: [] }',
    on: 'postgres',
    tests: [races],
    named: 'at the moment',
  },
  {
    rule: 'a file from memory is not served once it was taken down',
    from: 'if (await this.#isThere(hash)) return cached',
    to: 'return cached',
    tests: [takenDown],
  },
  {
    rule: 'an import takes nothing that was taken down',
    from: "if (await isTakenDown(context.db, picture.hash)) throw new Refused('texture_taken_down')",
    to: '',
    tests: [takenDown],
  },
  {
    rule: 'the file stays while a report is open',
    from: "or exists (select 1 from texture_report where texture_report.hash = texture.hash and texture_report.state = 'open')",
    to: '',
    tests: [moderation],
    named: 'the queue has a texture once',
  },
  {
    rule: 'nobody reports another player of their own account',
    from: "if ((row.owner_id ?? row.id) === accountOf(reporter)) throw new Refused('report_own')",
    to: "if (row.id === reporter.id) throw new Refused('report_own')",
    tests: [visitors],
    named: 'a character reports',
  },
  {
    rule: 'one account does not fill the queue',
    from: 'ofAccount >= maxOpenReports.account ||',
    to: '',
    tests: [moderation],
    named: 'a report of nothing',
  },
  {
    rule: 'many accounts of one network do not fill the queue',
    from: "...(by.address === undefined ? [] : takingsOfNetwork('reports', by.address, networkReportBudget)),",
    to: '',
    tests: [moderation],
    named: 'many accounts of one network',
  },
  {
    rule: 'suspended uploads are refused',
    from: 'if (account && account.uploads_suspended_at !== null)',
    to: 'if (!account)',
    tests: [suspended],
  },
  {
    rule: 'a launcher’s upload is refused before it is read where uploads are suspended',
    from: 'await refuseUploadAtOnce(context, accountActor(holder, request.ip), holder.id, kind)',
    to: 'void refuseUploadAtOnce',
    tests: [suspended],
    named: 'bring nothing',
  },
  {
    rule: 'nothing is renamed where uploads are suspended',
    from: 'await refuseSuspendedUploads(tx, by, row)\n    await renameWardrobeTexture',
    to: 'void refuseSuspendedUploads\n    await renameWardrobeTexture',
    tests: [suspended],
    named: 'bring nothing',
  },
  {
    rule: 'likeness: a changed pixel is found',
    from: 'return differing <= nearDigits',
    to: 'return differing === 0',
    tests: [likeness],
  },
  {
    rule: 'likeness: other clothes are not found',
    from: 'return differing <= nearDigits',
    to: 'return differing <= nearDigits + 3',
    tests: [likeness],
  },
  {
    rule: 'likeness: a picture in another light is found',
    from: 'bits = bits * 2 + side(colours, mean, stripe)',
    to: 'bits = bits * 2 + side(colours, black, stripe)',
    tests: [likeness],
  },
  {
    rule: 'likeness: a picture that moderators kept is not reported again',
    from: 'if (await wasKept(tx, hash)) return',
    to: '',
    tests: [moderation],
    named: 'a picture that resembles',
  },
  {
    rule: 'likeness: the pictures of one account leave room for others',
    from: 'if ((await countSystemReportsOf(tx, player.owner_id ?? player.id)) >= maxSystemReports.account) return',
    to: '',
    tests: [moderation],
    named: 'a picture that resembles',
  },
  {
    rule: 'painter: the left limbs of an old skin are the right ones, mirrored',
    from: 'mirrored: part.mirrored ?? false',
    to: 'mirrored: false',
    tests: [renders],
  },
  {
    rule: 'painter: from behind, left is left',
    from: "to: [view === 'back' ? across - x - width : x, y]",
    to: 'to: [x, y]',
    tests: [renders],
  },
  {
    rule: 'painter: the first layer is opaque',
    from: 'const alpha = isOpaque ? 255 : (source[from + 3] ?? 0)',
    to: 'const alpha = source[from + 3] ?? 0',
    tests: [renders],
  },
  {
    rule: 'wardrobe: it is never too full',
    from: 'if ((await countWardrobe(tx, accountId)) >= config.wardrobeSize)',
    to: 'if ((await countWardrobe(tx, accountId)) > config.wardrobeSize)',
    tests: ['test/domain/wardrobe.test.ts'],
  },
  {
    rule: 'wardrobe: wearing costs no upload, adding does',
    from: 'await refuseSuspendedAtOnce(context, by, player.id)\n  await takeUpload(context, player.id)',
    to: 'await refuseSuspendedAtOnce(context, by, player.id)',
    tests: ['test/domain/wardrobe.test.ts'],
    named: 'charges an upload',
  },
  {
    rule: 'wardrobe: recent skins leave out what was taken down',
    from: "'not exists (select 1 from taken_down_texture where taken_down_texture.hash = former_skin.hash)'",
    to: "'former_skin.hash is not null'",
    tests: [takenDown],
  },
]
