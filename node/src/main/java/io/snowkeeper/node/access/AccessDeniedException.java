package io.snowkeeper.node.access;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.node.service.message.RequestRefusedException;

/** A request that is refused since its client may not make it. The message is for clients of the line protocol. */
public final class AccessDeniedException extends RequestRefusedException {

    private static final long serialVersionUID = 1L;

    private final Denial denial;
    private final String right;
    private final String subject;

    /**
     * @param right the right that is missing, as a policy has it: {@code next:invoices}
     * @param subject the subject without the right
     * @param action the requested action
     */
    AccessDeniedException(Denial denial, String right, String subject, String action) {
        super(ErrorCode.PRECONDITION_FAILED, text(denial, right, subject, action));
        this.denial = denial;
        this.right = right;
        this.subject = subject;
    }

    private static String text(Denial denial, String right, String subject, String action) {
        return switch (denial) {
            case NO_ADMIN_TOKEN -> "this request needs the node's token: token is missing";
            case WRONG_ADMIN_TOKEN -> "wrong token";
            case FROM_ELSEWHERE ->
                "without --admin-token-file, this request is for clients on the node's own machine: send it from there,"
                        + " or give the node a token: type=\"" + action + "\"";
            case UNKNOWN_TOKEN -> "the token is unknown: this request needs %s".formatted(right);
            case ANONYMOUS ->
                "this request needs %s: present a token, by auth or in the request, or a certificate".formatted(right);
            case NO_RIGHT -> "this request needs %s, which subject %s lacks".formatted(right, subject);
        };
    }

    /** Returns the cause. */
    public Denial denial() {
        return denial;
    }

    /** Returns the right that is missing, as a policy has it: {@code next:invoices}. */
    public String right() {
        return right;
    }

    /** Returns the subject without the right. */
    public String subject() {
        return subject;
    }
}
