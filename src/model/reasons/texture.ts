import type { Reasons } from './reason.ts'

const sending = ['PUT /accounts/:id/skin', 'PUT /accounts/:id/cape', 'POST /groups/:name/shelf']

/** The reasons to decline a file as a skin or a cape. */
export const textureReasons = {
  texture_malformed: {
    at: sending,
    sentence: 'The file is not a PNG image, or a damaged one. Send a PNG as the body.',
    command: 'the file is not a PNG image, or is damaged; save it again as PNG',
    when: 'the file is not a PNG, is cut off, or is damaged',
    remedy: 'save it again as PNG',
  },
  texture_animated: {
    at: sending,
    sentence: 'The image is animated. Send a single picture.',
    command: 'the image is animated; save a single picture as PNG',
    when: 'the PNG is animated',
    remedy: 'send a single picture',
  },
  texture_size_unknown: {
    at: sending,
    sentence:
      'The image does not have the size of a skin (64x64 or 64x32 pixels) or a cape (64x32 or 22x17 pixels). NORN_TEXTURE_MAX_SCALE allows multiples.',
    command:
      'the image does not have the size of a skin (64x64 or 64x32 pixels) or a cape (64x32 or 22x17 pixels); NORN_TEXTURE_MAX_SCALE allows multiples',
    when: 'not the size of a skin or a cape, or a multiple that `NORN_TEXTURE_MAX_SCALE` does not allow',
    remedy: 'use 64x64, 64x32; for capes 64x32, 22x17',
  },
  texture_taken_down: {
    at: sending,
    sentence: 'This picture was taken down. Send another one.',
    command: 'the picture was taken down; "norn texture unhide HASH" brings it back',
    when: 'the picture, as it is stored, was taken down',
    remedy: 'another picture; `norn texture unhide HASH` within 30 days',
  },
} as const satisfies Reasons
