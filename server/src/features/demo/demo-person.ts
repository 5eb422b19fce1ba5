import type { Caller } from '../../platform/auth/caller.ts';

/** In whose name the demonstration acts. */
export const demoPerson: Caller = {
  userId: 1,
  userName: 'demo',
  nickName: 'demo',
  avatar: null,
  deptId: null,
  deptName: null,
  mustChangePassword: false,
  isPasswordExpired: false,
  roles: [],
};
