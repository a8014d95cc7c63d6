{{/* A pod of the fleet: the same in a Deployment and in a StatefulSet, but for where its state lies. */}}
{{- define "snowkeeper.pod" -}}
{{- include "snowkeeper.checkOptions" . -}}
metadata:
  labels:
    {{- include "snowkeeper.labels" . | nindent 4 }}
    {{- with .Values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with .Values.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  serviceAccountName: {{ include "snowkeeper.serviceAccountName" . }}
  automountServiceAccountToken: false
  # For a Service named snowkeeper Kubernetes would set SNOWKEEPER_PORT, which is an option of the program.
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ include "snowkeeper.gracePeriod" . }}
  {{- with .Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  {{- with .Values.podSecurityContext }}
  securityContext:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.initContainers }}
  initContainers:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: snowkeeper
      {{- with .Values.image }}
      image: "{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}"
      {{- end }}
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      args: {{ prepend .Values.extraArgs "serve" | toJson }}
      env:
        - name: POD_IP
          valueFrom:
            fieldRef:
              fieldPath: status.podIP
        - name: SNOWKEEPER_NAME
          valueFrom:
            fieldRef:
              fieldPath: metadata.name
        # All addresses, of IPv6 too.
        - name: SNOWKEEPER_BIND
          value: 0.0.0.0
        - name: SNOWKEEPER_PORT
          value: {{ .Values.service.linePort | quote }}
        - name: SNOWKEEPER_HTTP_PORT
          value: {{ .Values.service.httpPort | quote }}
        {{- if .Values.service.redisPort }}
        - name: SNOWKEEPER_REDIS_PORT
          value: {{ .Values.service.redisPort | quote }}
        {{- end }}
        # Of an IPv6 address, the node adds the brackets.
        - name: SNOWKEEPER_ADVERTISE
          value: "$(POD_IP):{{ .Values.service.linePort }}"
        - name: SNOWKEEPER_STATE_DIR
          value: /var/lib/snowkeeper
        - name: SNOWKEEPER_ZOOKEEPER
          {{- if .Values.zookeeper.existingSecret }}
          valueFrom:
            secretKeyRef:
              name: {{ .Values.zookeeper.existingSecret }}
              key: {{ .Values.zookeeper.existingSecretKey }}
          {{- else }}
          value: {{ .Values.zookeeper.connect | quote }}
          {{- end }}
        - name: SNOWKEEPER_ORDER
          value: {{ .Values.order }}
        - name: SNOWKEEPER_MAX_CONNECTION_AGE
          value: {{ .Values.maxConnectionAge | quote }}
        {{- if .Values.adminToken.existingSecret }}
        - name: SNOWKEEPER_ADMIN_TOKEN_FILE
          value: /etc/snowkeeper/admin-token/{{ .Values.adminToken.key }}
        {{- end }}
        {{- if .Values.publicIdKeys.existingSecret }}
        - name: SNOWKEEPER_PUBLIC_ID_KEYS
          value: /etc/snowkeeper/public-id-keys/{{ .Values.publicIdKeys.key }}
        {{- end }}
        {{- if .Values.policy.existingSecret }}
        - name: SNOWKEEPER_POLICY_FILE
          value: /etc/snowkeeper/policy/{{ .Values.policy.key }}
        {{- end }}
        {{- if .Values.zookeeper.login.existingSecret }}
        - name: SNOWKEEPER_ZOOKEEPER_AUTH_FILE
          value: /etc/snowkeeper/zookeeper-login/{{ .Values.zookeeper.login.key }}
        {{- end }}
        {{- with .Values.zookeeper.tls }}
        {{- if .existingSecret }}
        - name: SNOWKEEPER_ZOOKEEPER_TLS_CA
          value: /etc/snowkeeper/zookeeper-tls/{{ .caKey }}
        {{- if .keystoreKey }}
        - name: SNOWKEEPER_ZOOKEEPER_TLS_KEYSTORE
          value: /etc/snowkeeper/zookeeper-tls/{{ .keystoreKey }}
        {{- end }}
        {{- end }}
        {{- end }}
        {{- if .Values.tls.existingSecret }}
        - name: SNOWKEEPER_TLS_CERTIFICATE
          value: /etc/snowkeeper/tls/tls.crt
        - name: SNOWKEEPER_TLS_KEY
          value: /etc/snowkeeper/tls/tls.key
        {{- with .Values.tls.clientCaKey }}
        - name: SNOWKEEPER_TLS_CLIENT_CA
          value: /etc/snowkeeper/tls/{{ . }}
        - name: SNOWKEEPER_TLS_CLIENT_AUTH
          value: line
        {{- end }}
        {{- end }}
        {{- range $name, $value := .Values.options }}
        - name: SNOWKEEPER_{{ $name | upper | replace "-" "_" }}
          value: {{ include "snowkeeper.text" $value | quote }}
        {{- end }}
        {{- with .Values.extraEnv }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- with .Values.existingSecret }}
      envFrom:
        - secretRef:
            name: {{ . }}
      {{- end }}
      ports:
        - name: line
          containerPort: {{ .Values.service.linePort }}
        - name: http
          containerPort: {{ .Values.service.httpPort }}
        {{- if .Values.service.redisPort }}
        - name: redis
          containerPort: {{ .Values.service.redisPort }}
        {{- end }}
      # Lease and ZooKeeper do not count for life, only for readiness: a restart would not bring them back.
      startupProbe:
        httpGet: {path: /livez, port: http, scheme: {{ include "snowkeeper.scheme" . }}}
        {{- with .Values.startupProbe }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      livenessProbe:
        httpGet: {path: /livez, port: http, scheme: {{ include "snowkeeper.scheme" . }}}
        {{- with .Values.livenessProbe }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      readinessProbe:
        # A node that stands by is as it should be: rollouts do not wait for it to be the one that gives ids.
        httpGet: {path: "/readyz{{ if eq .Values.order "total" }}?standbyok{{ end }}", port: http, scheme: {{ include "snowkeeper.scheme" . }}}
        {{- with .Values.readinessProbe }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- with .Values.securityContext }}
      securityContext:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .Values.resources }}
      resources:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      volumeMounts:
        - name: state
          mountPath: /var/lib/snowkeeper
        - name: tmp
          mountPath: /tmp
        {{- if .Values.adminToken.existingSecret }}
        - name: admin-token
          mountPath: /etc/snowkeeper/admin-token
          readOnly: true
        {{- end }}
        {{- if .Values.publicIdKeys.existingSecret }}
        - name: public-id-keys
          mountPath: /etc/snowkeeper/public-id-keys
          readOnly: true
        {{- end }}
        {{- if .Values.policy.existingSecret }}
        - name: policy
          mountPath: /etc/snowkeeper/policy
          readOnly: true
        {{- end }}
        {{- if .Values.zookeeper.login.existingSecret }}
        - name: zookeeper-login
          mountPath: /etc/snowkeeper/zookeeper-login
          readOnly: true
        {{- end }}
        {{- if .Values.tls.existingSecret }}
        # As a whole folder: Kubernetes does not update the content of single files.
        - name: tls
          mountPath: /etc/snowkeeper/tls
          readOnly: true
        {{- end }}
        {{- if .Values.zookeeper.tls.existingSecret }}
        - name: zookeeper-tls
          mountPath: /etc/snowkeeper/zookeeper-tls
          readOnly: true
        {{- end }}
        {{- with .Values.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    {{- with .Values.extraContainers }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  volumes:
    {{- if not .Values.statefulSet.enabled }}
    # Lives as long as the pod: a container that crashed and is started again has its worker id at once.
    - name: state
      emptyDir: {sizeLimit: 64Mi}
    {{- end }}
    - name: tmp
      emptyDir: {sizeLimit: 16Mi}
    {{- with .Values.adminToken.existingSecret }}
    - name: admin-token
      secret:
        secretName: {{ . }}
        defaultMode: 0440
    {{- end }}
    {{- with .Values.publicIdKeys.existingSecret }}
    - name: public-id-keys
      secret:
        secretName: {{ . }}
        defaultMode: 0440
    {{- end }}
    {{- with .Values.policy.existingSecret }}
    - name: policy
      secret:
        secretName: {{ . }}
        defaultMode: 0440
    {{- end }}
    {{- with .Values.zookeeper.login.existingSecret }}
    - name: zookeeper-login
      secret:
        secretName: {{ . }}
        defaultMode: 0440
    {{- end }}
    {{- with .Values.tls.existingSecret }}
    - name: tls
      secret:
        secretName: {{ . }}
        defaultMode: 0440
    {{- end }}
    {{- with .Values.zookeeper.tls.existingSecret }}
    - name: zookeeper-tls
      secret:
        secretName: {{ . }}
        defaultMode: 0440
    {{- end }}
    {{- with .Values.extraVolumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with .Values.topologySpreadConstraints }}
  topologySpreadConstraints:
    {{- $ours := dict "labelSelector" (dict "matchLabels" (include "snowkeeper.selectorLabels" $ | fromYaml)) }}
    {{- range . }}
    - {{- toYaml (hasKey . "labelSelector" | ternary . (merge (deepCopy .) $ours)) | nindent 6 }}
    {{- end }}
  {{- end }}
  {{- with .Values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}
