package io.snowkeeper.node.access;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.node.audit.AuditEvent;
import io.snowkeeper.node.audit.AuditLog;
import io.snowkeeper.node.rights.Rights;
import io.snowkeeper.node.security.AdminToken;
import io.snowkeeper.node.security.FileWatch;
import io.snowkeeper.node.security.Peer;
import io.snowkeeper.node.security.Policy;
import io.snowkeeper.node.security.SecuritySettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The access control of a port: identifies clients by their credentials. The node's token has all rights. Without a
 * policy, every client has the open rights, and programs on the node's machine have all if there is no token.
 * Thread-safe.
 */
public final class AccessControl {

    private static final Identity OF_NO_TOKEN = Identity.nobody(Rights.OPEN, Denial.NO_ADMIN_TOKEN);
    private static final Identity OF_WRONG_TOKEN = Identity.nobody(Rights.OPEN, Denial.WRONG_ADMIN_TOKEN);
    private static final Identity FROM_ELSEWHERE = Identity.nobody(Rights.OPEN, Denial.FROM_ELSEWHERE);
    private static final Identity OF_UNKNOWN_TOKEN = Identity.nobody(Rights.NONE, Denial.UNKNOWN_TOKEN);
    private static final Identity ANONYMOUS = Identity.nobody(Rights.NONE, Denial.ANONYMOUS);

    /** The parameter with the number of such attempts that were suppressed before. */
    private static final String NOT_LISTED = "not_listed";

    private final String port;
    private final @Nullable FileWatch<?, AdminToken> adminToken;
    private final @Nullable FileWatch<?, Policy> policy;
    private final AuditLog audit;

    private final DenialLimit denials = new DenialLimit(System::nanoTime);

    /**
     * @param port the port's name in the audit trail
     * @param security the rights of clients
     */
    public AccessControl(String port, SecuritySettings security) {
        this.port = requireNonNull(port);
        this.adminToken = security.adminToken().orElse(null);
        this.policy = security.policy().orElse(null);
        this.audit = security.audit();
    }

    /**
     * Returns the access of a client that has connected.
     *
     * @param peer where it is
     * @param certificate the names in its certificate; looked up with its first request
     * @param client its name, for the audit trail
     */
    public ClientAccess connected(Peer peer, Supplier<List<String>> certificate, Supplier<Optional<String>> client) {
        return new ClientAccess(this, peer, certificate, client);
    }

    /** Returns whether there is a token that a client could show. */
    boolean knowsTokens() {
        return policy != null || adminToken != null;
    }

    /** Returns whether programs of the node's machine have all rights. */
    boolean trustsItsMachine() {
        return policy == null && adminToken == null;
    }

    /** Returns the policy that is in force, null if there is none. */
    @Nullable
    Policy policy() {
        return policy == null ? null : policy.inForce();
    }

    /** Returns the token that is in force, null if there is none. */
    @Nullable
    AdminToken token() {
        return adminToken == null ? null : adminToken.inForce();
    }

    /** Records a change, or an attempt. Denied ones are recorded up to the {@link DenialLimit}. */
    void record(
            AuditEvent.Who who,
            String action,
            String sequence,
            Map<String, Object> parameters,
            AuditEvent.Outcome outcome,
            @Nullable String detail) {
        Map<String, Object> told = parameters;
        if (outcome == AuditEvent.Outcome.DENIED) {
            OptionalLong keptBack = denials.admit(who, action);
            if (keptBack.isEmpty()) {
                return;
            }
            if (keptBack.getAsLong() > 0) {
                told = new LinkedHashMap<>(parameters);
                told.put(NOT_LISTED, keptBack.getAsLong());
            }
        }
        audit.record(new AuditEvent(
                who,
                port,
                action,
                sequence.isEmpty() ? Optional.empty() : Optional.of(sequence),
                told,
                outcome,
                Optional.ofNullable(detail)));
    }

    /**
     * @param token that is in force, null if there is none
     * @param digest of the token that the client has shown, null if it has shown none
     */
    Identity identify(
            @Nullable Policy rules,
            @Nullable AdminToken token,
            @Nullable String digest,
            Peer peer,
            Supplier<List<String>> certificate) {
        if (digest != null && token != null && token.hasDigest(digest)) {
            return Identity.ADMIN;
        }
        if (rules != null) {
            return digest != null ? byToken(rules, digest) : byCertificate(rules, certificate);
        }
        if (token != null) {
            return digest == null ? OF_NO_TOKEN : OF_WRONG_TOKEN;
        }
        return peer == Peer.THIS_MACHINE ? Identity.LOCAL : FROM_ELSEWHERE;
    }

    private static Identity byToken(Policy rules, String digest) {
        return rules.withToken(digest)
                .map(subject -> Identity.of(subject, AuditEvent.Shown.TOKEN))
                .orElse(OF_UNKNOWN_TOKEN);
    }

    private static Identity byCertificate(Policy rules, Supplier<List<String>> certificate) {
        return rules.withCertificate(certificate.get())
                .map(subject -> Identity.of(subject, AuditEvent.Shown.CERTIFICATE))
                .or(() -> rules.anonymous().map(subject -> Identity.of(subject, AuditEvent.Shown.NOTHING)))
                .orElse(ANONYMOUS);
    }
}
