import type { SearchText } from './searchPicker';

export const searchText: SearchText = async function* () {};
