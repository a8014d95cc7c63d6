package io.snowkeeper.node.access;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.text.TokenFormat;
import io.snowkeeper.node.audit.AuditEvent;
import io.snowkeeper.node.rights.Right;
import io.snowkeeper.node.rights.Rights;
import io.snowkeeper.node.security.AdminToken;
import io.snowkeeper.node.security.Peer;
import io.snowkeeper.node.security.Policy;
import io.snowkeeper.node.security.PolicySubject;
import io.snowkeeper.node.security.SubjectQuota;
import io.snowkeeper.node.service.Responder;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.PendingAnswer;
import io.snowkeeper.node.service.message.Reply;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.RequestRefusedException;
import io.snowkeeper.node.service.message.SequenceRequest;
import io.snowkeeper.sequences.Overlap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The access of one client over its connection. The client is identified once, and again when it presents another token
 * or another policy or node's token is in force, which {@link #refresh} checks. It keeps only hashes of tokens. Not
 * thread-safe.
 */
public final class ClientAccess {

    private static final String DEFAULT_USER = "default";

    /** The digest of a malformed token: no policy can have it. */
    private static final String NOBODYS_DIGEST = "";

    private final AccessControl control;
    private final Peer peer;
    private final Supplier<List<String>> certificate;
    private final Supplier<Optional<String>> client;

    /** The digest of the connection's token, null if none was presented. */
    private @Nullable String digest;

    private @Nullable Policy rules;

    /** The node's. */
    private @Nullable AdminToken adminToken;

    /** The client's identity by its connection's credentials; null until its first request. */
    private @Nullable Identity own;

    /** The digest of the request's own token, null if it has none. */
    private @Nullable String shownDigest;

    /** The client's identity by that token; null until it is needed. */
    private @Nullable Identity ofToken;

    ClientAccess(
            AccessControl control, Peer peer, Supplier<List<String>> certificate, Supplier<Optional<String>> client) {
        this.control = requireNonNull(control);
        this.peer = requireNonNull(peer);
        this.certificate = requireNonNull(certificate);
        this.client = requireNonNull(client);
    }

    /** The outcome of an attempt to show a token. */
    public enum Login {
        DONE,
        WRONG,
        /** There is no token to be shown. */
        NEEDLESS
    }

    /**
     * Checks whether another policy or node's token is in force. To be called before a batch of requests is answered;
     * free on a node without either.
     *
     * @return whether the client's identity may have changed
     */
    public boolean refresh() {
        Policy now = control.policy();
        AdminToken token = control.token();
        if (own != null && now == rules && token == adminToken) {
            return false;
        }
        rules = now;
        adminToken = token;
        own = identify(digest);
        return true;
    }

    /** Returns whether ids may be taken by the connection's credentials. */
    public boolean mayTakeIds() {
        return own().rights().allowIds();
    }

    /** Returns whether numbers of all sequences may be taken by the connection's credentials. */
    public boolean mayTakeAllNumbers() {
        return own().rights().allowAllNumbers();
    }

    /** Returns the client's quota by the connection's credentials, null if it is not limited. */
    public @Nullable SubjectQuota quota() {
        return own().quota();
    }

    /** Returns the name of the client's subject by the connection's credentials. */
    public String subject() {
        return own().subject();
    }

    /** Returns whether there is a token that it could show. */
    public boolean hasTokens() {
        return control.knowsTokens();
    }

    /** Returns whether it may do everything for being a program of the node's machine. */
    public boolean isTrustedByPlace() {
        return control.trustsItsMachine() && peer == Peer.THIS_MACHINE;
    }

    /** Uses a token for all requests from now on, if it is valid. */
    public Login login(String given) {
        return login(DEFAULT_USER, given);
    }

    /**
     * As above, by a protocol in which tokens are of users.
     *
     * @param user {@code default}, or the name of the subject that has the token
     */
    public Login login(String user, String given) {
        if (!control.knowsTokens()) {
            return user.equals(DEFAULT_USER) ? Login.NEEDLESS : Login.WRONG;
        }
        String shown = digestOf(given);
        Policy now = control.policy();
        AdminToken token = control.token();
        Identity found = control.identify(now, token, shown, peer, certificate);
        boolean known = found.shown() == AuditEvent.Shown.TOKEN;
        if (!known || !(user.equals(DEFAULT_USER) || user.equals(found.subject()))) {
            return Login.WRONG;
        }
        digest = shown;
        rules = now;
        adminToken = token;
        own = found;
        return Login.DONE;
    }

    /** Uses no token any more. */
    public void logout() {
        digest = null;
        own = null;
        var unused = refresh();
    }

    /**
     * Begins a request that may have a token of its own, valid for it alone.
     *
     * @param given null if it has none; a malformed token authenticates nobody
     */
    public void show(@Nullable String given) {
        shownDigest = given == null || !control.knowsTokens() ? null : digestOf(given);
        ofToken = null;
    }

    private static String digestOf(String given) {
        return TokenFormat.isToken(given) ? AdminToken.digest(given) : NOBODYS_DIGEST;
    }

    /** Returns whether the client has a right. */
    public boolean may(Right right, String sequence) {
        return isForAll(right) || current().rights().allow(right, sequence);
    }

    /**
     * Counts the request, where the port does not count those of a connection by {@link #quota}.
     *
     * @throws RequestRefusedException if it is one too many
     */
    public void takeOfQuota() {
        if (rules != null) {
            take(current().quota());
        }
    }

    /**
     * Counts the request by its own token, where the port counts those of a connection by {@link #quota}: it is a
     * request of the token's subject, of any kind.
     *
     * @param counted whether the connection's quota has let it through
     * @return whether it may be made; a request without another subject's token is the connection's
     * @throws RequestRefusedException if it is one too many of that subject
     */
    public boolean takeByToken(boolean counted) {
        if (shownDigest == null || !isOfAnother(current())) {
            return counted;
        }
        SubjectQuota taken = own().quota();
        if (counted && taken != null) {
            taken.putBack();
        }
        take(current().quota());
        return true;
    }

    /**
     * Counts an attempt to log in that the connection's quota has refused.
     *
     * @return whether it may be made, as another subject's
     */
    public boolean takeToLogin(String given) {
        Identity named = identify(digestOf(given));
        SubjectQuota quota = named.quota();
        return isOfAnother(named) && (quota == null || quota.take());
    }

    /** Only a known token counts: otherwise any text would be a way around the quota. */
    private boolean isOfAnother(Identity shown) {
        return shown.shown() == AuditEvent.Shown.TOKEN && shown.quota() != own().quota();
    }

    private static void take(@Nullable SubjectQuota quota) {
        if (quota != null && !quota.take()) {
            throw RequestRefusedException.notBegun(UnavailableReason.TOO_MANY_REQUESTS, quota.refuse());
        }
    }

    /** Returns whether the client has a right, or may have it for some sequence. */
    public boolean maySome(Right right) {
        return isForAll(right) || current().rights().allowSome(right);
    }

    /**
     * Requires a right for at least one sequence, before the request is validated.
     *
     * @param sequence the sequence that the request seems to be about, for the error
     * @param action the requested action, for the audit trail
     * @throws AccessDeniedException if the client has none
     */
    public void requireSome(Right right, String sequence, String action) {
        if (!maySome(right)) {
            throw denied(right, sequence, action, Map.of());
        }
    }

    /**
     * Requires a right.
     *
     * @param sequence the name of the sequence that it is about; ignored if the right is not about one
     * @param action the requested action, for the audit trail
     * @throws AccessDeniedException if the client lacks it
     */
    public void require(Right right, String sequence, String action) {
        require(right, sequence, action, Map.of());
    }

    private void require(Right right, String sequence, String action, Map<String, Object> parameters) {
        if (!may(right, sequence)) {
            throw denied(right, sequence, action, parameters);
        }
    }

    /** Returns whether a request for its numbers may create a sequence; without a policy, every client may. */
    public boolean mayCreate(String sequence) {
        return rules == null || current().rights().allow(Right.DEFINE, sequence);
    }

    /**
     * Begins a request, if the client may make it. The outcome of a change is recorded.
     *
     * @throws AccessDeniedException if the client lacks the right
     * @throws RequestRefusedException if it cannot be done; nothing was done then
     */
    public Reply begin(Request request, Responder service) {
        Right right = request.right();
        if (!right.isForChanges()) {
            if (!isForAll(right)) {
                require(right, request.sequence(), request.kind().text());
            }
            return service.begin(request);
        }
        String action = request.kind().text();
        Map<String, Object> parameters = request instanceof SequenceRequest change ? change.parameters() : Map.of();
        require(right, request.sequence(), action, parameters);
        ChangeNote note = note(action, request.sequence(), parameters);
        try {
            Reply reply = service.begin(request);
            Predicate<String> mayRead = mayRead();
            return reply instanceof PendingAnswer later
                    ? new NotedAnswer(later, note, mayRead)
                    : told(note.answered(reply), mayRead);
        } catch (RequestRefusedException e) {
            var unused = note.answered(e.answer());
            throw e;
        }
    }

    /** Returns a reply as the client may know of it. */
    static Reply told(Reply reply, Predicate<String> mayRead) {
        return reply instanceof Answer.Refusal refusal ? refusal.told(mayRead) : reply;
    }

    /** Returns which sequences the present requester may read, also when the answer comes later. */
    private Predicate<String> mayRead() {
        Rights rights = current().rights();
        boolean all = isForAll(Right.READ);
        return sequence -> all || rights.allow(Right.READ, sequence);
    }

    /** Returns the recorder of a sequence's creation by a request for its numbers; for any thread. */
    public Consumer<Answer> creation(SequenceDefinition definition, Overlap overlap) {
        SequenceRequest create = new SequenceRequest.Create(definition, overlap);
        ChangeNote note = note(create.kind().text(), create.sequence(), create.parameters());
        return answer -> {
            var unused = note.answered(answer);
        };
    }

    /** Records an action that involved no service. */
    public void done(String action) {
        note(action, "", Map.of()).take(AuditEvent.Outcome.DONE, null);
    }

    /**
     * Records that a change was denied because of the way it came: its requester is unknown.
     *
     * @param sequence the name of the sequence that it is about, empty if it is about none
     * @param detail the client's error
     */
    public void deniedForItsWay(String action, String sequence, String detail) {
        AuditEvent.Who who = new AuditEvent.Who(PolicySubject.ANONYMOUS, AuditEvent.Shown.NOTHING, client.get());
        control.record(who, action, sequence, Map.of(), AuditEvent.Outcome.DENIED, detail);
    }

    private ChangeNote note(String action, String sequence, Map<String, Object> parameters) {
        AuditEvent.Who who = current().who(client.get());
        return (outcome, detail) -> control.record(who, action, sequence, parameters, outcome, detail);
    }

    /** Without a policy, that does not depend on the client's identity. */
    private boolean isForAll(Right right) {
        return right == Right.NONE || (rules == null && own != null && right.isOpen());
    }

    private Identity own() {
        if (own == null) {
            var unused = refresh();
        }
        return requireNonNull(own);
    }

    private Identity current() {
        Identity mine = own();
        if (shownDigest == null) {
            return mine;
        }
        if (ofToken == null) {
            ofToken = identify(shownDigest);
        }
        return ofToken;
    }

    private Identity identify(@Nullable String shown) {
        return control.identify(rules, adminToken, shown, peer, certificate);
    }

    private AccessDeniedException denied(Right right, String sequence, String action, Map<String, Object> parameters) {
        Identity who = current();
        AccessDeniedException denied =
                new AccessDeniedException(who.denial(), right.text(sequence), who.subject(), action);
        if (right.isForChanges()) {
            control.record(
                    who.who(client.get()),
                    action,
                    sequence,
                    parameters,
                    AuditEvent.Outcome.DENIED,
                    denied.getMessage());
        }
        return denied;
    }
}
