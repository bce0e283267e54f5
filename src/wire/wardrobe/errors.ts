import { errorTable } from '../../http/errors/error-table.ts'
import { problem, type WireError } from '../../http/errors/wire-error.ts'
import { textureReasons } from '../../model/reasons/texture.ts'

const inForm = ({ status, errorMessage }: WireError) => problem(status, errorMessage)

/** The refusals of the wardrobe, in the form of RFC 9457. */
export const wardrobeErrors = errorTable(
  {
    bearer_invalid: problem(401, 'The token is missing, unknown or expired. Sign in again.'),
    scope_missing: problem(
      403,
      'The token does not have the scope. Ask for wardrobe_read, or wardrobe_write to change something.',
    ),
    malformed: problem(
      422,
      'A field is missing, unknown or invalid: "field" names it, and "allowed" says what it takes.',
    ),
    account_unknown: problem(404, 'The account does not exist.'),
    texture_unknown: problem(404, 'There is no such texture in the wardrobe.'),
    wardrobe_full: problem(422, 'Your wardrobe is full. Remove something first.'),
    wardrobe_name_malformed: problem(
      422,
      'The name is not allowed. Use one line of 1 to 64 characters, without spaces at either end.',
    ),
    skins_off: problem(403, "Skins can't be changed here."),
    capes_off: problem(403, "Capes can't be changed here."),
    uploads_suspended: problem(403, 'A moderator has suspended your uploads.'),
    texture_taken_down: problem(422, 'This picture was taken down.'),
    texture_missing: problem(422, 'The request must be a form with the image in the field "file".'),
    texture_malformed: problem(422, 'The file is not a PNG image, or a damaged one.'),
    texture_animated: problem(422, textureReasons.texture_animated.sentence),
    texture_size_unknown: problem(422, textureReasons.texture_size_unknown.sentence),
    texture_too_large: problem(413, 'The file is larger than 1 MiB.'),
    too_many_shares: problem(
      429,
      'Too many names of shared textures were changed, or too many wait for a review. Try again later.',
    ),
    too_many_uploads: problem(429, 'Too many textures were uploaded. Try again later.'),
  },
  inForm,
)
