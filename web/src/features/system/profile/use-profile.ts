import type { ReplyValue } from '@limpid/contract/kit/endpoint';
import { readProfile } from '@limpid/contract/system/profile';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

export type Profile = ReplyValue<(typeof readProfile)['reply']>;

export const profileKey = [readProfile.path];

export function useProfile() {
  return useQuery({ queryKey: profileKey, queryFn: ({ signal }) => call(readProfile, { signal }) });
}
