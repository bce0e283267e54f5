/** The programs that accounts can be imported from, as `--from` names them. */
export const programNames = ['drasl', 'blessing', 'ely', 'authme', 'usercache'] as const
