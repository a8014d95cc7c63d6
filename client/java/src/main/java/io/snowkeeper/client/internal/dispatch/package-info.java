/** Calls that wait, and their way to a server: which one, together with which others, and once more if that can do no harm. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.client.internal.dispatch;
