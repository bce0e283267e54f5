// The only file with the vendor's words: authlib-injector and the game have these built in, whatever NORN_GAME is.

/** authlib-injector puts this where the vendor's host for its newer routes was. */
export const servicesPath = '/minecraftservices'

/** The metadata's flag by which authlib-injector asks us for privileges and bans instead of making them up. */
export const askForAttributes = 'feature.enable_mojang_anti_features'

/** Java options of unmodified games begin with this; the name of a host follows. */
export const hostOptionPrefix = 'minecraft.api'
