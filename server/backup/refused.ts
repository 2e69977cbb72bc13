/** A backup that cannot be made or restored, and why: the sentence is for whoever gave the command. Nothing was changed. */
export class BackupRefused extends Error {}
