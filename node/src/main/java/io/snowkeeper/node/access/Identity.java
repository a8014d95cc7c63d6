package io.snowkeeper.node.access;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.node.audit.AuditEvent;
import io.snowkeeper.node.rights.Rights;
import io.snowkeeper.node.security.PolicySubject;
import io.snowkeeper.node.security.SubjectQuota;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An identity of a client, by its credentials.
 *
 * @param denial the reason for denying other rights
 * @param quota its quota per second, null if it is not limited
 */
record Identity(
        String subject,
        AuditEvent.Shown shown,
        Rights rights,
        Denial denial,
        @Nullable SubjectQuota quota) {

    static final Identity ADMIN =
            new Identity(PolicySubject.ADMIN, AuditEvent.Shown.TOKEN, Rights.ALL, Denial.NO_RIGHT, null);

    static final Identity LOCAL =
            new Identity(PolicySubject.LOCAL, AuditEvent.Shown.ADDRESS, Rights.ALL, Denial.NO_RIGHT, null);

    Identity {
        requireNonNull(subject);
        requireNonNull(shown);
        requireNonNull(rights);
        requireNonNull(denial);
    }

    /** Returns the identity of an unknown client. */
    static Identity nobody(Rights rights, Denial denial) {
        return new Identity(PolicySubject.ANONYMOUS, AuditEvent.Shown.NOTHING, rights, denial, null);
    }

    static Identity of(PolicySubject subject, AuditEvent.Shown shown) {
        boolean anonymous = shown == AuditEvent.Shown.NOTHING;
        return new Identity(
                subject.name(),
                shown,
                subject.rights(),
                anonymous ? Denial.ANONYMOUS : Denial.NO_RIGHT,
                subject.quota().orElse(null));
    }

    /** Returns it in the audit trail's form. */
    AuditEvent.Who who(Optional<String> client) {
        return new AuditEvent.Who(subject, shown, client);
    }
}
