/** The condition that an account uses the texture or may set it again, that a visitor wears it, or moderators look at it. */
export const isKept = `(exists (select 1 from account where skin_hash = texture.hash)
  or exists (select 1 from account where cape_hash = texture.hash)
  or exists (select 1 from account where hidden_cape = texture.hash)
  or exists (select 1 from former_skin where former_skin.hash = texture.hash)
  or exists (select 1 from wardrobe_texture where wardrobe_texture.hash = texture.hash)
  or exists (select 1 from shelf_texture where shelf_texture.hash = texture.hash)
  or exists (select 1 from mirrored_textures where mirrored_textures.skin_hash = texture.hash)
  or exists (select 1 from mirrored_textures where mirrored_textures.cape_hash = texture.hash)
  or exists (select 1 from texture_report where texture_report.hash = texture.hash and texture_report.state = 'open'))`
