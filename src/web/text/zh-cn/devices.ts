import { instantIn } from '../../../lib/text/intl.ts'
import type { devices as original } from '../en/devices.ts'

export const devices: typeof original = {
  about: '您已在以下设备上登录。请退出不再使用或不认识的设备。',
  kinds: { launcher: '启动器', web: '浏览器' },
  unnamed: { launcher: '未知启动器', web: '未知浏览器' },
  here: '当前浏览器',
  address: '地址',
  firstUse: '首次使用',
  lastUse: '最近使用',
  at: instantIn('zh-CN'),
  signOut: '退出登录',
  everywhere: '在所有设备上退出登录',
  everywhereHint: '除当前浏览器外的全部设备和应用。正在运行的游戏可以继续，直到下次加入服务器。',
  flash: {
    ended: '该设备已退出登录。',
    gone: '该设备先前已退出登录。',
    endedAll: '您已在其他所有设备上退出登录。',
  },
}
