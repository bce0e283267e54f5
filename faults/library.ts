import type { Fault } from './fault.ts'

const pages = 'test/web/library.test.ts'
const attacks = 'test/attacks/library.test.ts'
const suspended = 'test/attacks/suspended-uploads.test.ts'
const off = 'test/attacks/skins-off.test.ts'

/** Sharing, what the library shows, and its review. */
export const libraryFaults: readonly Fault[] = [
  {
    rule: 'with a review, a shared texture waits',
    from: "const waits = context.config.libraryReview === 'on' || before !== undefined",
    to: 'const waits = before !== undefined',
    tests: [pages],
    named: 'a shared texture waits',
  },
  {
    rule: 'a texture that waits has no page',
    from: "|| down.has(hash) || state !== 'published') continue",
    to: '|| down.has(hash)) continue',
    tests: [attacks],
    named: 'with a review',
  },
  {
    rule: 'a refused texture waits when it is shared again',
    from: "context.config.libraryReview === 'on' || before !== undefined",
    to: "context.config.libraryReview === 'on'",
    tests: [pages],
    named: 'is reported',
  },
  {
    rule: 'a texture that was taken down is in no library',
    from: 'if (username === undefined || down.has(hash) ||',
    to: 'if (username === undefined ||',
    tests: [pages],
    named: 'shows nothing of suspended',
  },
  {
    rule: 'a texture that was taken down is not shared',
    from: "if (!(await mayPutOn(tx, hash))) throw new Refused('texture_taken_down', { about })\n    if (await sharedOfHash",
    to: 'if (await sharedOfHash',
    tests: [attacks],
    named: 'with a review',
  },
  {
    rule: 'shares of a suspended player are not shown',
    from: "player.id = any_of($1) and ${isThere('player')}",
    to: 'player.id = any_of($1)',
    tests: [pages],
    named: 'shows nothing of suspended',
  },
  {
    rule: 'shares of a suspended account’s character are not shown',
    from: "(owner.id is null or (${isThere('owner')}))",
    to: '(owner.id is null or owner.id is not null)',
    tests: [pages],
    named: 'a character shares',
  },
  {
    rule: 'a texture leaves the library when sharing ends',
    from: 'await deleteShared(tx, kept.id)\n    return { events: [unsharedEvent(shared)] }',
    to: 'return { events: [unsharedEvent(shared)] }',
    tests: [pages],
    named: 'shows what is shared',
  },
  {
    rule: 'sharing the same pixels at the same moment is refused',
    from: "throw cause instanceof UniqueViolation ? new Refused('shared_already', { cause }) : cause",
    to: 'throw cause',
    on: 'postgres',
    tests: [attacks],
    named: 'of two who share',
  },
  {
    rule: 'nothing is shared where uploads are suspended',
    from: 'await refuseSuspendedUploads(tx, by, row)\n    const about',
    to: 'void refuseSuspendedUploads\n    const about',
    tests: [pages],
    named: 'suspended uploads share nothing',
  },
  {
    rule: 'a new name waits for its review',
    from: "if (context.config.libraryReview === 'off' && state !== 'waiting') {",
    to: "if (state !== 'waiting') {",
    tests: [pages],
    named: 'a shared texture waits',
  },
  {
    rule: 'a moderator’s decision about the old name changes nothing',
    from: 'await deleteReviewOf(tx, id)\n',
    to: '\n',
    tests: [pages],
    named: 'a shared texture waits',
  },
  {
    rule: 'whose uploads are suspended adds nothing from the library',
    from: 'await refuseUpload(context, tx, by, rows.row, kind)',
    to: 'void refuseUpload',
    tests: [suspended],
    named: 'keep nothing of the library',
  },
  {
    rule: 'where skins are off, nobody adds one from the library',
    from: 'await refuseUpload(context, tx, by, rows.row, kind)',
    to: 'void refuseUpload',
    tests: [off],
    named: 'the page has no form',
  },
  {
    rule: 'whose uploads are suspended keeps nothing that they wore',
    from: 'await refuseUpload(context, tx, by, row, kind)\n    const found',
    to: 'void refuseUpload\n    const found',
    tests: [suspended],
    named: 'keep nothing of the library',
  },
  {
    rule: 'where skins are off, nobody keeps one that they wore',
    from: 'await refuseUpload(context, tx, by, row, kind)\n    const found',
    to: 'void refuseUpload\n    const found',
    tests: [off],
    named: 'the page has no form',
  },
  {
    rule: 'nobody adds from the library to a wardrobe that is full',
    from: 'if ((await countWardrobe(tx, accountId)) >= config.wardrobeSize)',
    to: 'if ((await countWardrobe(tx, accountId)) > config.wardrobeSize)',
    tests: [suspended],
    named: 'keep nothing of the library',
  },
]
