/** Why a backup or a restore is impossible. The message tells the administrator what to do. */
export class BackupProblem extends Error {
  override readonly name = "BackupProblem";
}
