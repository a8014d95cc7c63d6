package io.snowkeeper.node.http.routing;

import io.snowkeeper.node.access.AccessDeniedException;
import io.snowkeeper.node.access.ClientAccess;
import io.snowkeeper.node.rights.Right;
import io.snowkeeper.node.service.message.FieldValue;
import io.snowkeeper.node.service.message.SequenceRequest;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A guard that admits calls of routes with the right for them. Where changes are reserved for programs of this machine:
 * only calls that no proxy there has forwarded from elsewhere.
 */
public final class AccessGuard {

    private static final Pattern BEARER = Pattern.compile("(?i:bearer) +(\\S+) *");

    /** A page of another site can have its own name point here, so the name that was asked for has to be one of ours. */
    private static final Pattern LOOPBACK_HOST =
            Pattern.compile("(?i)(localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d{1,5})?");

    /** The headers that proxies add to a forwarded request, in small letters. */
    private static final Set<String> FORWARDED = Set.of(
            "forwarded",
            "via",
            "x-real-ip",
            "x-client-ip",
            "x-cluster-client-ip",
            "true-client-ip",
            "cf-connecting-ip");

    private static final String FORWARDED_PREFIX = "x-forwarded-";

    private static final String CHALLENGE = "Bearer realm=\"snowkeeper\"";

    private static final String INVALID_TOKEN = CHALLENGE + ", error=\"invalid_token\"";

    /** Returns the routes, behind this guard. */
    public List<Route> around(List<Route> routes) {
        return routes.stream().map(AccessGuard::guarded).toList();
    }

    private static Route guarded(Route route) {
        String action = route.method() + " " + route.template();
        return route.after(call -> requireAllowed(call, route.right(), action));
    }

    private static void requireAllowed(Call call, Right right, String action) {
        ClientAccess access = call.access();
        var unused = access.refresh();
        access.show(bearerOf(call));
        if (right == Right.NONE) {
            return;
        }
        String name = call.match().parts().get(Route.NAME);
        if (access.isTrustedByPlace() && !right.isOpen()) {
            ofAnotherMachine(call).ifPresent(detail -> {
                access.deniedForItsWay(action, name == null ? "" : name, detail);
                throw new ProblemException(forbidden(detail));
            });
        }
        access.takeOfQuota();
        try {
            if (name == null) {
                access.requireSome(right, SequenceRequest.ALL, action);
            } else {
                access.require(right, name, action);
            }
        } catch (AccessDeniedException e) {
            throw new ProblemException(problem(e));
        }
    }

    /** Returns the token that a call shows, null if it shows none. */
    private static @Nullable String bearerOf(Call call) {
        return call.header("authorization")
                .map(BEARER::matcher)
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1))
                .orElse(null);
    }

    /** Returns the answer to a denied request. */
    public static Problem problem(AccessDeniedException denied) {
        String right = denied.right();
        return switch (denied.denial()) {
            case NO_ADMIN_TOKEN ->
                unauthorized("this call needs the node's token: Authorization: Bearer TOKEN", CHALLENGE);
            case WRONG_ADMIN_TOKEN -> unauthorized("the token is not the node's", INVALID_TOKEN);
            case UNKNOWN_TOKEN -> unauthorized("the token is unknown: this call needs " + right, INVALID_TOKEN);
            case ANONYMOUS ->
                unauthorized("this call needs %s: Authorization: Bearer TOKEN".formatted(right), CHALLENGE);
            case FROM_ELSEWHERE ->
                forbidden("without --admin-token-file, this call is for clients on the node's own machine");
            case NO_RIGHT -> forbidden("this call needs %s, which subject %s lacks".formatted(right, denied.subject()));
        };
    }

    /** Returns why a call from this machine's address may come from elsewhere. */
    private static Optional<String> ofAnotherMachine(Call call) {
        Optional<String> forwarded = forwarded(call);
        if (forwarded.isPresent()) {
            return Optional.of(
                    "without --admin-token-file, this call is for clients on the node's own machine, and it came through a proxy: "
                            + FieldValue.shown(forwarded.get()));
        }
        String host = call.header("host").orElse("");
        return host.isEmpty() || LOOPBACK_HOST.matcher(host).matches()
                ? Optional.empty()
                : Optional.of(
                        "without --admin-token-file, this call has to be sent to localhost, 127.0.0.1 or [::1]: host="
                                + FieldValue.shown(host));
    }

    /** Returns the header of a proxy that has forwarded the call, with its value. */
    private static Optional<String> forwarded(Call call) {
        return call.headers().entrySet().stream()
                .filter(header ->
                        FORWARDED.contains(header.getKey()) || header.getKey().startsWith(FORWARDED_PREFIX))
                .map(header -> header.getKey() + "=" + header.getValue())
                .min(Comparator.naturalOrder());
    }

    private static Problem forbidden(String detail) {
        return Problem.of(ProblemCode.FORBIDDEN, detail);
    }

    private static Problem unauthorized(String detail, String challenge) {
        return Problem.of(ProblemCode.UNAUTHORIZED, detail, Map.of("www-authenticate", challenge));
    }
}
