{{- define "snowkeeper.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride -}}
{{- else if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "snowkeeper.headlessName" -}}
{{ include "snowkeeper.fullname" . }}-headless
{{- end -}}

{{- define "snowkeeper.selectorLabels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "snowkeeper.labels" -}}
{{ include "snowkeeper.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "snowkeeper.serviceAccountName" -}}
{{- .Values.serviceAccount.existingName | default (include "snowkeeper.fullname" .) -}}
{{- end -}}

{{- define "snowkeeper.workload" -}}
{{- if .Values.statefulSet.enabled }}StatefulSet{{ else }}Deployment{{ end -}}
{{- end }}

{{/* How the HTTP port is spoken to. */}}
{{- define "snowkeeper.scheme" -}}
{{- if .Values.tls.existingSecret }}HTTPS{{ else }}HTTP{{ end -}}
{{- end }}

{{/* A number or a word as it is written: Helm itself makes 1e+06 of a million. */}}
{{- define "snowkeeper.text" -}}
{{- if kindIs "string" . }}{{ . }}{{ else }}{{ toJson . }}{{ end -}}
{{- end }}

{{/* The seconds of 500ms, 60s, 5m or 1h, a part of one as a whole one. */}}
{{- define "snowkeeper.seconds" -}}
{{- $number := regexFind "^[0-9]+" . | int64 -}}
{{- if hasSuffix "ms" . }}{{ div (add $number 999) 1000 -}}
{{- else if hasSuffix "s" . }}{{ $number -}}
{{- else if hasSuffix "m" . }}{{ mul $number 60 -}}
{{- else }}{{ mul $number 3600 -}}
{{- end -}}
{{- end }}

{{/* A drain takes its delay and, for each port, its timeout; 30 s after that the node ends by itself. */}}
{{- define "snowkeeper.gracePeriod" -}}
{{- $delay := include "snowkeeper.seconds" (index .Values.options "drain-delay" | default "5s") | int64 -}}
{{- $timeout := include "snowkeeper.seconds" (index .Values.options "drain-timeout" | default "5s") | int64 -}}
{{- $ports := eq (int .Values.service.redisPort) 0 | ternary 2 3 -}}
{{- $drain := add $delay (mul $ports $timeout) -}}
{{- $given := .Values.terminationGracePeriodSeconds | int64 -}}
{{- if not $given }}{{ add $drain 35 -}}
{{- else if le $given $drain -}}
{{- fail (printf "terminationGracePeriodSeconds: %d s are not enough: a drain may take %d s, drain-delay and %d times drain-timeout" $given $drain $ports) -}}
{{- else }}{{ $given -}}
{{- end -}}
{{- end }}

{{/* Refuses an option that another value sets as well. */}}
{{- define "snowkeeper.checkOptions" -}}
{{- $values := dict
    "admin-token-file" (list "adminToken.existingSecret" .Values.adminToken.existingSecret)
    "public-id-keys" (list "publicIdKeys.existingSecret" .Values.publicIdKeys.existingSecret)
    "policy-file" (list "policy.existingSecret" .Values.policy.existingSecret)
    "zookeeper-auth-file" (list "zookeeper.login.existingSecret" .Values.zookeeper.login.existingSecret)
    "zookeeper-tls-ca" (list "zookeeper.tls.existingSecret" .Values.zookeeper.tls.existingSecret)
    "zookeeper-tls-keystore" (list "zookeeper.tls.keystoreKey" .Values.zookeeper.tls.keystoreKey)
    "tls-certificate" (list "tls.existingSecret" .Values.tls.existingSecret)
    "tls-key" (list "tls.existingSecret" .Values.tls.existingSecret)
    "tls-client-ca" (list "tls.clientCaKey" .Values.tls.clientCaKey)
    "tls-client-auth" (list "tls.clientCaKey" .Values.tls.clientCaKey) -}}
{{- range $option, $value := $values -}}
{{- if and (hasKey $.Values.options $option) (last $value) -}}
{{- fail (printf "options.%s: %s sets it already" $option (first $value)) -}}
{{- end -}}
{{- end -}}
{{- end }}
