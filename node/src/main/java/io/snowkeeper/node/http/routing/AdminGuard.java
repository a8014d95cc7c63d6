package io.snowkeeper.node.http.routing;

import io.snowkeeper.node.security.AdminToken;
import io.snowkeeper.node.security.Peer;
import io.snowkeeper.node.service.message.FieldValue;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A guard that lets restricted routes be called by those who know the token. If there is none: by programs of this
 * machine, for which nobody from elsewhere has asked a proxy there.
 */
public final class AdminGuard {

    private static final Pattern BEARER = Pattern.compile("(?i:bearer) +(\\S+) *");

    /** A page of another site can have its own name point here, so the name that was asked for has to be one of ours. */
    private static final Pattern LOOPBACK_HOST =
            Pattern.compile("(?i)(localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d{1,5})?");

    /** What proxies add to a request that they pass on, in small letters. */
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

    private final Optional<AdminToken> token;

    public AdminGuard(Optional<AdminToken> token) {
        this.token = token;
    }

    /** Returns the routes, the restricted ones behind this guard. */
    public List<Route> around(List<Route> routes) {
        return routes.stream()
                .map(route -> route.restricted() ? guarded(route) : route)
                .toList();
    }

    private Route guarded(Route route) {
        return new Route(
                route.method(),
                route.template(),
                call -> {
                    requireAllowed(call);
                    return route.action().answer(call);
                },
                true);
    }

    private void requireAllowed(Call call) {
        if (token.isPresent()) {
            requireToken(call, token.get());
        } else {
            requireProgramOfThisMachine(call);
        }
    }

    private static void requireToken(Call call, AdminToken expected) {
        Optional<String> given = call.header("authorization")
                .map(BEARER::matcher)
                .filter(matcher -> matcher.matches())
                .map(matcher -> matcher.group(1));
        if (given.isEmpty()) {
            throw unauthorized("this call needs the node's token: Authorization: Bearer TOKEN", CHALLENGE);
        }
        if (!expected.matches(given.get())) {
            throw unauthorized("the token is not the node's", CHALLENGE + ", error=\"invalid_token\"");
        }
    }

    private static void requireProgramOfThisMachine(Call call) {
        if (Peer.at(call.peer()) != Peer.THIS_MACHINE) {
            throw forbidden("without --admin-token-file, this call is for clients on the node's own machine");
        }
        forwarded(call).ifPresent(header -> {
            throw forbidden(
                    "without --admin-token-file, this call is for clients on the node's own machine, and it came through a proxy: "
                            + FieldValue.shown(header));
        });
        String host = call.header("host").orElse("");
        if (!host.isEmpty() && !LOOPBACK_HOST.matcher(host).matches()) {
            throw forbidden(
                    "without --admin-token-file, this call has to be sent to localhost, 127.0.0.1 or [::1]: host="
                            + FieldValue.shown(host));
        }
    }

    /** Returns a header by which a proxy says that it asks for somebody else, with its value. */
    private static Optional<String> forwarded(Call call) {
        return call.headers().entrySet().stream()
                .filter(header ->
                        FORWARDED.contains(header.getKey()) || header.getKey().startsWith(FORWARDED_PREFIX))
                .map(header -> header.getKey() + "=" + header.getValue())
                .min(Comparator.naturalOrder());
    }

    private static ProblemException forbidden(String detail) {
        return new ProblemException(Problem.of(ProblemCode.FORBIDDEN, detail));
    }

    private static ProblemException unauthorized(String detail, String challenge) {
        return new ProblemException(
                Problem.of(ProblemCode.UNAUTHORIZED, detail, Map.of("www-authenticate", challenge)));
    }
}
