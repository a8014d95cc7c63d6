package io.snowkeeper.sequences.ledger.audit;

import io.snowkeeper.core.sequence.NumberRange;
import java.util.ArrayList;
import java.util.List;

/** The findings of an audit so far. If there are too many, the first ones are kept. Not thread-safe. */
final class AuditFindings {

    private final List<AuditFinding> first = new ArrayList<>();
    private long count;

    void add(long entry, String text) {
        add(entry, List.of(), text);
    }

    void add(long entry, NumberRange numbers, String text) {
        add(entry, List.of(numbers), text);
    }

    void add(long entry, List<NumberRange> numbers, String text) {
        count++;
        if (first.size() < LedgerAudit.MAX_FINDINGS) {
            first.add(new AuditFinding(entry, numbers, text));
        }
    }

    void addAll(AuditFindings more) {
        more.first.forEach(finding -> add(finding.entry(), finding.numbers(), finding.text()));
        count += more.count - more.first.size();
    }

    List<AuditFinding> first() {
        return first;
    }

    long count() {
        return count;
    }
}
