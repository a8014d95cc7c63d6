package io.snowkeeper.node.http;

import io.snowkeeper.node.security.AdminToken;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Lets restricted routes be called by those who know the token. If there is none: by programs of this machine, but not by
 * pages of other sites in a browser that runs there.
 */
final class AdminGuard {

    private static final Pattern BEARER = Pattern.compile("(?i:bearer) +(\\S+) *");

    /** A page of another site can have its own name point here, so the name that was asked for has to be one of ours. */
    private static final Pattern LOOPBACK_HOST =
            Pattern.compile("(?i)(localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d{1,5})?");

    private static final String CHALLENGE = "Bearer realm=\"snowkeeper\"";

    private final Optional<AdminToken> token;

    AdminGuard(Optional<AdminToken> token) {
        this.token = token;
    }

    /** Returns the routes, the restricted ones behind this guard. */
    List<Route> around(List<Route> routes) {
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
        if (!(call.peer() instanceof InetSocketAddress peer) || !isLoopback(peer.getAddress())) {
            throw forbidden("without --admin-token-file, this call is for clients on the node's own machine");
        }
        String host = call.header("host").orElse("");
        if (!host.isEmpty() && !LOOPBACK_HOST.matcher(host).matches()) {
            throw forbidden(
                    "without --admin-token-file, this call has to be sent to localhost, 127.0.0.1 or [::1]: host="
                            + Formats.shown(host));
        }
        String site = call.header("sec-fetch-site").orElse("none");
        if (!site.equals("none") && !site.equals("same-origin")) {
            throw forbidden("without --admin-token-file, this call is not for pages of other sites: sec-fetch-site="
                    + Formats.shown(site));
        }
        String origin = call.header("origin").orElse("");
        if (!origin.isEmpty() && !origin.equals("http://" + host) && !origin.equals("https://" + host)) {
            throw forbidden("without --admin-token-file, this call is not for pages of other sites: origin="
                    + Formats.shown(origin));
        }
    }

    private static boolean isLoopback(@Nullable InetAddress address) {
        return address != null && address.isLoopbackAddress();
    }

    private static ProblemException forbidden(String detail) {
        return new ProblemException(Problem.of(ProblemCode.FORBIDDEN, detail));
    }

    private static ProblemException unauthorized(String detail, String challenge) {
        return new ProblemException(
                new Problem(ProblemCode.UNAUTHORIZED, detail, Map.of("www-authenticate", challenge)));
    }
}
