package io.snowkeeper.node.http.routing;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.Locale;

/** The code of a problem. The codes are part of the API: they stay, even if the texts change. */
public enum ProblemCode {
    /** The request is malformed; it will not succeed as it is. */
    MALFORMED_REQUEST(HttpResponseStatus.BAD_REQUEST),
    /** The call needs the node's token. */
    UNAUTHORIZED(HttpResponseStatus.UNAUTHORIZED),
    /** The call is not for clients at this place. */
    FORBIDDEN(HttpResponseStatus.FORBIDDEN),
    /** There is nothing at this path. */
    UNKNOWN_PATH(HttpResponseStatus.NOT_FOUND),
    /** There is nothing of the name that was asked for. */
    NOT_FOUND(HttpResponseStatus.NOT_FOUND),
    /** The path does not know this method; the header {@code Allow} names those it knows. */
    METHOD_NOT_ALLOWED(HttpResponseStatus.METHOD_NOT_ALLOWED),
    /** There is no answer in a form that the client accepts. */
    NOT_ACCEPTABLE(HttpResponseStatus.NOT_ACCEPTABLE),
    /** The request was not sent within the time for it. */
    REQUEST_TIMEOUT(HttpResponseStatus.REQUEST_TIMEOUT),
    /** The name is taken, by something that differs from the request. */
    ALREADY_EXISTS(HttpResponseStatus.CONFLICT),
    /** The request does not fit the present state. */
    PRECONDITION_FAILED(HttpResponseStatus.CONFLICT),
    /** The body is too large. */
    BODY_TOO_LARGE(HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE),
    /** The first line of the request is too long. */
    URI_TOO_LONG(HttpResponseStatus.REQUEST_URI_TOO_LONG),
    /** The body is not of the type that is read here. */
    UNSUPPORTED_MEDIA_TYPE(HttpResponseStatus.UNSUPPORTED_MEDIA_TYPE),
    /** The header {@code Expect} has an unknown value. */
    EXPECTATION_FAILED(HttpResponseStatus.EXPECTATION_FAILED),
    /** The request is for another server: the header {@code Host} has none of the node's names. */
    MISDIRECTED_REQUEST(HttpResponseStatus.MISDIRECTED_REQUEST),
    /** The headers are too long. */
    HEADERS_TOO_LARGE(HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE),
    /** The client's address makes more requests a second than one may. */
    TOO_MANY_REQUESTS(HttpResponseStatus.TOO_MANY_REQUESTS),
    /** A defect of the node. */
    INTERNAL_ERROR(HttpResponseStatus.INTERNAL_SERVER_ERROR),
    /** The node cannot do this, however it is asked. */
    NOT_SUPPORTED(HttpResponseStatus.NOT_IMPLEMENTED),
    /** The request is of a version other than HTTP/1.1 and HTTP/1.0. */
    HTTP_VERSION_NOT_SUPPORTED(HttpResponseStatus.HTTP_VERSION_NOT_SUPPORTED),
    /** Nothing was done, and the same request may succeed later, or on another node now. */
    TEMPORARILY_UNAVAILABLE(HttpResponseStatus.SERVICE_UNAVAILABLE),
    /** As many clients are connected as are allowed, altogether or from the client's address. */
    TOO_MANY_CONNECTIONS(HttpResponseStatus.SERVICE_UNAVAILABLE);

    private final int status;
    private final String title;

    ProblemCode(HttpResponseStatus status) {
        this.status = status.code();
        this.title = status.reasonPhrase();
    }

    public int status() {
        return status;
    }

    /** Returns HTTP's name of the status. */
    String title() {
        return title;
    }

    /** Returns the code as it is sent: {@code malformed-request}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
