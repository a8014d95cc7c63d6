package io.snowkeeper.sequences.ledger.audit;

import java.util.List;

/**
 * The outcome of an audit. It is clean if there are no findings: then {@code taken} is the sum of the four counts after
 * it.
 *
 * @param entries how many entries were seen
 * @param hash the last one's hash
 * @param taken how many numbers were taken from the sequence's ranges
 * @param confirmed how many of these are confirmed
 * @param voided how many are void
 * @param pending how many are under a pending reservation
 * @param returned how many were put back, and wait to be given again
 * @param findings the defects, the first {@value LedgerAudit#MAX_FINDINGS} of them
 * @param found how many defects there are
 * @param remarks correct, but worth a look: documents that are confirmed under two numbers; the first
 *     {@value LedgerAudit#MAX_FINDINGS} of them
 * @param remarked how many remarks there are
 */
public record AuditReport(
        long entries,
        String hash,
        long taken,
        long confirmed,
        long voided,
        long pending,
        long returned,
        List<AuditFinding> findings,
        long found,
        List<AuditFinding> remarks,
        long remarked) {

    public AuditReport {
        findings = List.copyOf(findings);
        remarks = List.copyOf(remarks);
    }

    /** Returns whether all is right. */
    public boolean isClean() {
        return found == 0;
    }
}
